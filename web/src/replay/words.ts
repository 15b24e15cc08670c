/** Lines as they are shown: models in the colour of their side, sides by the name of their squad. */

import { commonName, unitsOf } from "../table/units";
import type { Frame, LineView, ModelView, Scene } from "../wire";

export interface Part {
  text: string;
  /** The side it belongs to, where it names somebody. */
  side?: string;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Patterns by scene: a log has many lines and a scene only a few names. */
const patterns = new WeakMap<Scene["sides"], { find: RegExp; sides: string[] }>();

function pattern(scene: Scene): { find: RegExp; sides: string[] } {
  let known = patterns.get(scene.sides);
  if (!known) {
    const sides = Object.keys(scene.sides);
    const units = unitsOf(Object.values(scene.models)).map((unit) => commonName(unit));
    const names = [...new Set([...Object.values(scene.models).map((model) => model.name), ...units])].filter(Boolean);
    names.sort((one, other) => other.length - one.length);
    const side = sides.map(escaped).join("|");
    // Longest first: `Scout 1` would otherwise be found in `Scout 12`.
    const find = new RegExp(`\\b(?:(${side})\\s+)?(${names.map(escaped).join("|") || "(?!)"})(?!\\w)|\\b(${side})\\b`, "gi");
    known = { find, sides };
    patterns.set(scene.sides, known);
  }
  return known;
}

/**
 * A sentence in parts. The word of a side before a model goes, for its colour and shape say it already;
 * the word of a side alone becomes the name of its squad.
 */
export function parts(text: string, scene: Scene, names: Record<string, string>, concerned: readonly string[] = []): Part[] {
  const { find, sides } = pattern(scene);
  // A place is not torn from the word before it: a line that ends in "to" seems to lead nowhere.
  text = text.replace(/ \((-?[\d.]+), (-?[\d.]+)\)/g, "\u00a0($1,\u00a0$2)");
  const found: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(find)) {
    const [whole, before, model, alone] = match;
    const word = (before ?? alone)?.toLowerCase();
    let side = sides.find((one) => one.toLowerCase() === word);
    if (model) side ??= owner(model, scene, concerned)?.side;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    if (model) found.push({ text: model, side });
    else {
      const name = (side && names[side]) || whole;
      // A squad that is called The So-and-so brings its article along, and at the beginning none needs one.
      const last = found.at(-1);
      const article = last && /(^|\s)the\s$/i.test(last.text);
      if (article && (/^the /i.test(name) || (found.length === 1 && last.text.length === 4))) last.text = last.text.replace(/the\s$/i, "");
      found.push({ text: name, side });
    }
    end = match.index + whole.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found.filter((part) => part.text);
}

/** Who is meant by a name: one of those a line is about, if several are called so. */
function owner(name: string, scene: Scene, concerned: readonly string[]): ModelView | undefined {
  const called = Object.values(scene.models).filter((model) => model.name.toLowerCase() === name.toLowerCase());
  return called.find((model) => concerned.includes(model.id)) ?? called[0];
}

/** What a line says where its dice are drawn beside it: the faces, and what was needed, are said there. */
export function besideDice(line: LineView): string {
  if (!line.dice) return line.text;
  // A model may be called by a number too: the faces are those at the end, or before what was needed.
  const end = line.text.search(new RegExp(` ${line.dice.faces.join(", ")}( needing .*)?$`));
  return end > 0 ? line.text.slice(0, end) : line.text;
}

/** A sentence without its marks, for those who listen. */
export function said(text: string, scene: Scene, names: Record<string, string>): string {
  return parts(text, scene, names)
    .map((part) => part.text)
    .join("");
}

/** The lines of a frame that are read; headings are drawn from the clock instead. */
export function visible(frame: Frame): LineView[] {
  return (frame.lines ?? []).filter((line) => line.text && (line.kind ?? "event") !== "quiet" && line.kind !== "round" && line.kind !== "phase");
}
