import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Smaller than this, a file is sent as it is. */
const LEAST = 1024;

/** Every text of the built site a second time, compressed: the server sends that to whoever takes it. */
export function packed(folder: string): Plugin {
  return {
    name: "packed",
    apply: "build",
    enforce: "post",
    closeBundle: {
      order: "post",
      sequential: true,
      handler() {
        const site = join(import.meta.dirname, "..", folder);
        for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue;
          const path = join(entry.parentPath, entry.name);
          const text = readFileSync(path);
          if (text.length >= LEAST) writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
        }
      },
    },
  };
}
