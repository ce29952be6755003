/**
 * Starts the API reference. Requests go to the host that served the page even if the base URL differs, because the
 * page's policy allows no other host. The API key is kept in memory only: it is a server-side secret.
 */
export const docsScript = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
const root = new URL(".", document.baseURI).href;
const response = await fetch(root + "openapi.json");
const spec = await response.json();
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
