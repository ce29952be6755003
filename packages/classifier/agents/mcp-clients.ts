import type { AgentRow } from "./agent-row.ts";

/** Servers and clients of the Model Context Protocol. */
export const mcpClients: readonly AgentRow[] = [
  {
    agent: "MCP fetch server",
    operator: "Model Context Protocol",
    category: "mcp",
    tokens: ["ModelContextProtocol", "mcp-server-fetch"],
    about: "https://github.com/modelcontextprotocol/servers/tree/main/src/fetch",
    checked: "2026-11-22",
  },
  {
    agent: "mcp-remote",
    operator: null,
    category: "mcp",
    tokens: ["mcp-remote"],
    about: "https://github.com/geelen/mcp-remote",
    checked: "2026-11-22",
  },
  {
    agent: "FastMCP",
    operator: "Prefect",
    category: "mcp",
    tokens: ["fastmcp"],
    about: "https://gofastmcp.com/",
    checked: "2026-11-22",
  },
  {
    agent: "MCP Inspector",
    operator: "Model Context Protocol",
    category: "mcp",
    tokens: ["mcp-inspector"],
    about: "https://github.com/modelcontextprotocol/inspector",
    checked: "2026-11-22",
  },
  {
    agent: "Context7",
    operator: "Upstash",
    category: "mcp",
    tokens: ["context7", "context7-mcp"],
    about: "https://github.com/upstash/context7",
    checked: "2026-11-22",
  },
  {
    agent: "MCP client",
    operator: null,
    category: "mcp",
    tokens: ["MCP/", "mcp-client", "mcp-fetch", "fetch-mcp", "mcp-proxy"],
    about: "https://modelcontextprotocol.io/specification/",
    checked: "2026-11-22",
  },
];
