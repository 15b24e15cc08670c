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

/** The names of drawings in some files. */
function named(paths: Iterable<string>): Set<string> {
  return new Set([...paths].flatMap((path) => [...readFileSync(path, "utf8").matchAll(NAME)].map((found) => found[1]!)));
}

/**
 * The drawings of the icon set that some rulebook or screen names, and no others. `virtual:glyphs` has those of the
 * screen itself, and knows in which sets every other one is; those of a rulebook are a set that is fetched when it is
 * needed. What several rulebooks draw is in the set of each: at one table there is one of them.
 */
export function glyphs(): Plugin {
  const id = "virtual:glyphs";
  const own = "\0glyphs";
  return {
    name: "glyphs",
    resolveId: (source) => (source.startsWith(id) ? source.replace(id, own) : undefined),
    load(source) {
      if (!source.startsWith(own)) return;
      const set = JSON.parse(readFileSync(SET, "utf8")) as { icons: Record<string, { body: string }> };
      const draw = (names: string[]): string => {
        const drawings: Record<string, string> = {};
        for (const name of names.sort()) {
          const icon = set.icons[name];
          if (!icon) this.error(`game:${name}: the icon set has no such drawing`);
          drawings[name] = [...rounded(icon.body).matchAll(/\bd="([^"]+)"/g)].map((found) => found[1]).join("");
        }
        return JSON.stringify(drawings);
      };
      const books = readdirSync(GAMES, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
      const sets = books.map((book) => named(files(join(GAMES, book))));
      for (const path of files(GAMES)) if (path.endsWith(".toml")) this.addWatchFile(path);
      const common = named(files(SOURCES));
      const rest = (place: number): string[] => [...(sets[place] ?? [])].filter((name) => !common.has(name));
      const book = books.findIndex((one) => source === `${own}/${one}`);
      if (book >= 0) return `export default ${draw(rest(book))};`;
      const where: Record<string, number[]> = {};
      books.forEach((_, place) => rest(place).forEach((name) => (where[name] ??= []).push(place)));
      const fetch = books.map((one) => `() => import(${JSON.stringify(`${id}/${one}`)})`);
      return `export default ${draw([...common])};\nexport const where = ${JSON.stringify(where)};\nexport const sets = [${fetch.join()}];`;
    },
  };
}
