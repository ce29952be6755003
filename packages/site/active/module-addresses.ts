/** Vite only copies these files. It reads other files as modules, which the build runs or whose text it inserts. */
const media =
  /\.(?:a?png|jpe?g|jfif|pjp(?:eg)?|gif|svg|ico|webp|avif|bmp|mp4|m4v|webm|ogg|ogv|mov|mp3|m4a|wav|flac|aac|opus|vtt|pdf)$/iu;

/** A version, which makes caches load the new file. Other queries, such as `?raw`, insert the file's text. */
const version = /^(?:v=)?[\w.-]*$/iu;
const insertion = /^(?:raw|url|inline|init|worker|sharedworker|component|import|vue|astro)$/iu;

/**
 * Whether Vite would read the address of an image as a module. VitePress imports every image that is a file of the
 * repository, so `../.env?raw` would publish a file's text, and `./a.js` would be executed.
 */
export function isModuleAddress(href: string): boolean {
  const address = decoded(href).trim();
  if (address === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\{)/iu.test(address)) return false;
  const [path = "", query = ""] = address.split("#", 1)[0]?.split(/\?(.*)/su) ?? [];
  return !media.test(path) || !version.test(query) || insertion.test(query);
}

/** Whether one of the addresses in a `srcset` is a module. */
export function hasModuleAddress(srcset: string): boolean {
  return srcset
    .split(/,(?=\s)|\s+/u)
    .some((part) => !/^(?:[\d.]+[wxh])?,?$/u.test(part) && isModuleAddress(part));
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}
