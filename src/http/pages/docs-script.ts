/**
 * Starts the reference page. The document's server is the one that the page came from, also where the base URL says
 * otherwise: the page may ask no other host. The key stays in memory: it is a server's secret, not a browser's.
 */
export const docsScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const root = new URL(".", document.baseURI).href;
const answer = await fetch(root + "openapi.json");
const spec = await answer.json();
spec.servers = [{ url: root.replace(/\\/$/, "") }];
SwaggerUIBundle({
  spec,
  dom_id: "#reference",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  persistAuthorization: false,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
