import { readFileSync, readdirSync, existsSync } from "node:fs";
import { join } from "node:path";
import { optimize } from "svgo";
import type { Plugin } from "vite";

const GAMES = join(import.meta.dirname, "../../src/sightline/games");
const SOURCES = join(import.meta.dirname, "../src");
const SET = join(import.meta.dirname, "../node_modules/@iconify-json/game-icons/icons.json");
const NAME = /game:([a-z0-9-]+)/g;

/** Every file below a folder that may name a glyph. */
function* files(folder: string): Generator<string> {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else if (/\.(toml|svelte|ts)$/.test(entry.name) && !entry.name.endsWith(".test.ts")) yield path;
  }
}

/** A drawing in whole units of its 512: nothing here is drawn large enough to show more. */
function rounded(body: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${body}</svg>`;
  return optimize(svg, { plugins: [{ name: "convertPathData", params: { floatPrecision: 0 } }] }).data;
}

/** The module `virtual:glyphs`: the drawings of the icon set that some rulebook or screen names, and no others. */
export function glyphs(): Plugin {
  const id = "\0glyphs";
  return {
    name: "glyphs",
    resolveId: (source) => (source === "virtual:glyphs" ? id : undefined),
    load(source) {
      if (source !== id) return;
      const set = JSON.parse(readFileSync(SET, "utf8")) as { icons: Record<string, { body: string }> };
      const wanted = new Set<string>();
      for (const path of [...files(GAMES), ...files(SOURCES)]) {
        if (path.endsWith(".toml")) this.addWatchFile(path);
        for (const found of readFileSync(path, "utf8").matchAll(NAME)) wanted.add(found[1]!);
      }
      const drawings: Record<string, string> = {};
      for (const name of [...wanted].sort()) {
        const icon = set.icons[name];
        if (!icon) this.error(`game:${name}: the icon set has no such drawing`);
        drawings[name] = [...rounded(icon.body).matchAll(/\bd="([^"]+)"/g)].map((found) => found[1]).join("");
      }
      return `export default ${JSON.stringify(drawings)};`;
    },
  };
}
