import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const DOCS = join(import.meta.dirname, "../node_modules/swagger-ui-dist");
const FILES = ["swagger-ui-bundle.js", "swagger-ui-standalone-preset.js", "swagger-ui.css"];

/** Puts what the page of the server's interface needs beside the built table, so that no page asks any other host. */
export function vendored(target: string): Plugin {
  return {
    name: "vendored",
    apply: "build",
    closeBundle() {
      const folder = join(import.meta.dirname, "..", target, "docs");
      mkdirSync(folder, { recursive: true });
      for (const name of FILES) cpSync(join(DOCS, name), join(folder, name));
    },
  };
}
