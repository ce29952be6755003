import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

/**
 * The names of output files match the names that src/http/dashboard/web-files.ts serves. The base is relative, because
 * the service need not be at the root of its host.
 */
export default defineConfig({
  base: "./",
  plugins: [tailwindcss()],
  build: {
    target: "es2022",
    outDir: "dist",
    assetsDir: "web",
    // Never inlined: the page's policy blocks data URLs in styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, report) {
        // Ignores "use client" directives in React libraries, because everything here runs in the browser.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
    manifest: "manifest.json",
  },
});
