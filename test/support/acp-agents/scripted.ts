/**
 * A scripted agent for tests, built on the protocol's own library. It performs the actions that its instruction lists,
 * good or bad. `node scripted.ts <a word to find it by>` communicates over standard input and output.
 */
import { spawn } from "node:child_process";
import { promises as dns } from "node:dns";
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import {
  type AgentContext,
  agent,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  type RequestPermissionResponse,
} from "@agentclientprotocol/sdk";

interface Session {
  readonly cwd: string;
  prompts: number;
  /** The first prompt. */
  told: string;
  /** The actions in the first prompt's instruction. */
  actions: string[][];
  cancelled: AbortController;
}

const sessions = new Map<string, Session>();
let calls = 0;
const never = () => new Promise<never>(() => setInterval(() => undefined, 60_000));

/** Parses the lines of the instruction that begin with `!`: each is a JSON array of an action and its values. */
function actionsIn(text: string): string[][] {
  const [, instruction = ""] = text.split(/^The instruction:$/mu);
  return instruction
    .split("\n")
    .filter((line) => line.startsWith("!"))
    .map((line) => JSON.parse(line.slice(1)) as string[]);
}

interface Doing {
  readonly id: string;
  readonly session: Session;
  readonly client: AgentContext;
  say(text: string): Promise<void>;
}

const actions: Record<string, (doing: Doing, ...args: string[]) => unknown> = {
  say: ({ say }, text = "") => say(text),
  /** Replies with whether its first prompt contained these strings before the instruction. */
  sayOfPrompt({ session, say }, ...texts) {
    const [before = ""] = session.told.split(/^The instruction:$/mu);
    return say(texts.map((text) => (before.includes(text) ? "told" : "not told")).join(" "));
  },
  write({ session }, path = "", text = "") {
    const file = join(session.cwd, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  },
  append: ({ session }, path = "", text = "") => appendFileSync(join(session.cwd, path), text),
  replace({ session }, path = "", from = "", to = "") {
    const file = join(session.cwd, path);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(from, to));
  },
  rename: ({ session }, from = "", to = "") => renameSync(join(session.cwd, from), join(session.cwd, to)),
  remove: ({ session }, path = "") => rmSync(join(session.cwd, path), { recursive: true, force: true }),
  removeAll({ session }) {
    for (const name of readdirSync(session.cwd)) rmSync(join(session.cwd, name), { recursive: true });
  },
  link: ({ session }, target = "", path = "") => symlinkSync(target, join(session.cwd, path)),
  /** A path relative to the agent's folder, because a full path may be too long for a socket. */
  socket: (_doing, path = "") => new Promise<void>((resolve) => createServer().listen(path, resolve)),
  large({ session }, path = "", mebibytes = "1") {
    for (let i = 0; i < Number(mebibytes); i++)
      appendFileSync(join(session.cwd, path), Buffer.alloc(1024 ** 2, "x"));
  },
  async editWithPermission({ client, id, session, say }, path = "", text = "", kind = "edit") {
    const file = join(session.cwd, path);
    const call = {
      toolCallId: `call ${++calls}`,
      title: `Write ${path}`,
      kind: kind as "edit",
      locations: [{ path: file }],
    };
    await client.notify(methods.client.session.update, {
      sessionId: id,
      update: { sessionUpdate: "tool_call", ...call, status: "pending" },
    });
    const { outcome }: RequestPermissionResponse = await client.request(
      methods.client.session.requestPermission,
      {
        sessionId: id,
        toolCall: call,
        options: [
          { optionId: "always", kind: "allow_always", name: "Always" },
          { optionId: "once", kind: "allow_once", name: "Once" },
          { optionId: "no", kind: "reject_once", name: "No" },
        ],
      },
    );
    const chosen = outcome.outcome === "selected" ? outcome.optionId : "cancelled";
    let status: "completed" | "failed" = "failed";
    if (chosen === "once") {
      const wrote = await client
        .request(methods.client.fs.writeTextFile, { sessionId: id, path: file, content: text })
        .then(() => "", String);
      if (wrote === "") status = "completed";
      else await say(wrote);
    }
    await client.notify(methods.client.session.update, {
      sessionId: id,
      update: { sessionUpdate: "tool_call_update", toolCallId: call.toolCallId, status },
    });
    await say(`Permission: ${chosen}. `);
  },
  async readThroughClient({ client, id, session, say }, path = "") {
    const answer = await client
      .request(methods.client.fs.readTextFile, { sessionId: id, path: join(session.cwd, path) })
      .then(
        ({ content }) => content,
        (error: unknown) => `refused: ${String(error)}`,
      );
    await say(answer);
  },
  async terminal({ client, id, say }) {
    const answer = await client
      .request(methods.client.terminal.create, { sessionId: id, command: "id" })
      .then(
        () => "granted",
        (error: unknown) => `refused: ${String(error)}`,
      );
    await say(`terminal ${answer}`);
  },
  /** Replies with the names of its environment variables, or the value of one. */
  environment: ({ say }, name = "") =>
    say(name === "" ? Object.keys(process.env).sort().join(" ") : (process.env[name] ?? "nothing")),
  hangUnless: (_doing, name = "") => (process.env[name] === undefined ? never() : undefined),
  /** Runs another action, and replies with its result instead of failing. */
  async try(doing, name = "", ...args) {
    const problem = await Promise.resolve()
      .then(() => actions[name]?.(doing, ...args))
      .then(
        () => "done",
        (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error),
      );
    await doing.say(`${name}: ${problem}. `);
  },
  /** Replies with the contents of a folder that it can see. */
  look: ({ say }, place = "") => say(`${place}: ${readdirSync(place).sort().join(" ")}. `),
  /** Replies with the results of connecting to an address directly and of resolving a name. */
  async dial({ say }, host = "", port = "0") {
    const direct = await new Promise<string>((resolve) => {
      connect({ host, port: Number(port) })
        .on("connect", () => resolve("connected"))
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""));
    });
    const named = await dns.lookup("example.com").then(
      () => "resolved",
      (error: unknown) => (error as NodeJS.ErrnoException).code,
    );
    await say(`${direct} ${named}`);
  },
  /** Replies with the configured proxy's response to a tunnel request, and the data that the other end then sends. */
  async tunnel({ say }, target = "") {
    const proxy = new URL(process.env.HTTPS_PROXY ?? "http://127.0.0.1:1");
    const answer = await new Promise<string>((resolve) => {
      request({ host: proxy.hostname, port: proxy.port, method: "CONNECT", path: target })
        .on("connect", ({ statusCode = 0 }, socket: Socket) => {
          socket
            .on("data", (bytes) => resolve(`${statusCode} ${bytes.toString()}`))
            .on("close", () => resolve(`${statusCode}`));
          socket.write("ping");
        })
        .on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? ""))
        .end();
    });
    await say(`${target}: ${answer}. `);
  },
  /** Starts a process that outlives its parent and keeps writing. */
  linger({ session }, path = "") {
    const file = join(session.cwd, path);
    const code = `setInterval(() => require("node:fs").appendFileSync(${JSON.stringify(file)}, "x"), 10)`;
    spawn(process.execPath, ["-e", code, ...process.argv.slice(2)], {
      detached: true,
      stdio: "ignore",
    }).unref();
  },
  async flood({ say }, chars = "100") {
    for (;;) await say("x".repeat(Number(chars)));
  },
  async cost({ client, id }, amount = "0") {
    await client.notify(methods.client.session.update, {
      sessionId: id,
      update: {
        sessionUpdate: "usage_update",
        used: 1000,
        size: 200_000,
        cost: { amount: Number(amount), currency: "USD" },
      },
    });
  },
  plan: ({ client, id }, content = "") =>
    client.notify(methods.client.session.update, {
      sessionId: id,
      update: { sessionUpdate: "plan", entries: [{ content, priority: "high", status: "in_progress" }] },
    }),
  hang: never,
  untilCancelled: ({ session }) =>
    new Promise<void>((resolve) => session.cancelled.signal.addEventListener("abort", () => resolve())),
  exit: (_doing, code = "1") => {
    process.stderr.write(`dying with ${code}\n`);
    process.exit(Number(code));
  },
  fail: () => {
    throw new Error("the model is on fire");
  },
};

agent({ name: "scripted" })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: PROTOCOL_VERSION,
    agentInfo: { name: "scripted", version: "1.0.0" },
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    const id = `session ${sessions.size + 1}`;
    sessions.set(id, {
      cwd: params.cwd,
      prompts: 0,
      told: "",
      actions: [],
      cancelled: new AbortController(),
    });
    return { sessionId: id };
  })
  .onNotification(methods.agent.session.cancel, ({ params }) =>
    sessions.get(params.sessionId)?.cancelled.abort(),
  )
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const id = params.sessionId;
    const session = sessions.get(id);
    if (session === undefined) throw new Error("no such session");
    session.prompts++;
    const text = params.prompt.map((block) => (block.type === "text" ? block.text : "")).join("");
    const say = (words: string) =>
      client.notify(methods.client.session.update, {
        sessionId: id,
        update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: words } },
      });
    const doing = { id, session, client, say };
    if (session.prompts === 1) Object.assign(session, { told: text, actions: actionsIn(text) });
    for (const [name = "", ...args] of session.actions) {
      const [round, action] = /^\d/u.test(name) ? [Number(name[0]), name.slice(1)] : [1, name];
      if (round === session.prompts) await actions[action]?.(doing, ...args);
    }
    const usage = { totalTokens: 130, inputTokens: 100, outputTokens: 30 };
    return { stopReason: session.cancelled.signal.aborted ? "cancelled" : "end_turn", usage } as {
      stopReason: "end_turn";
    };
  })
  .connect(
    ndJsonStream(
      Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
      Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
    ),
  );
