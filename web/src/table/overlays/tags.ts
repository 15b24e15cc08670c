/** Words on the table, and where they may stand without covering a model. Pixels, y downwards. */

import type { ModelView } from "../../wire";
import { overlap, type Box, type Point } from "../geometry";
import { reachOf } from "../tokens";
import type { Overlay, Tone } from "../overlays";

/** Which way a tag would like to lie from its spot. */
export type Wish = "up" | "right" | "down" | "left";

export interface Words {
  key: string;
  at: Point;
  /** Room around the spot to keep free, in inches. */
  radius: number;
  tone: Tone | "solid";
  text: string;
  note: string;
  /** The note stands on a line of its own. */
  stacked: boolean;
  small: boolean;
  wish: Wish;
}

export interface Tag extends Words {
  box: Box;
  /** The spot it speaks of, in pixels. */
  from: Point;
  leader: boolean;
}

const HIGH = 22;
const STACKED = 38;
const SMALL = 18;

function inches(value: number): string {
  return `${value.toFixed(2)}″`;
}

/** The words that go with the overlays. */
export function wordsOf(overlays: Overlay[]): Words[] {
  const out: Words[] = [];
  const plain = { radius: 0, note: "", stacked: false, small: false };
  overlays.forEach((overlay, i) => {
    const key = `${overlay.kind}${i}`;
    if (overlay.kind === "path") {
      const { at, legs, ok, refusal, rule, used, left } = overlay;
      const radius = overlay.radius ?? 0.5;
      if (!ok) out.push({ ...plain, key, at, radius, tone: "refused", text: refusal ?? "Not there", note: rule ?? "", stacked: false, wish: "up" });
      else out.push({ ...plain, key, at, radius, tone: "solid", text: `${inches(used)} used`, note: `${inches(left)} left`, stacked: true, wish: "up" });
      const first = legs[0];
      const end = first?.path[first.path.length - 1];
      if (first && end && legs.length > 1) {
        const text = `${Number(first.limit.toFixed(2))}″ ${first.name.toLowerCase()}`;
        out.push({ ...plain, key: `${key}-bar`, at: end, radius: 0.3, tone: "plain", text, small: true, wish: "left" });
      }
    } else if (overlay.kind === "line" && overlay.label) {
      const tone = overlay.refused ? "refused" : overlay.verdict === "clear" ? "legal" : overlay.verdict === "part" ? "caution" : "refused";
      const { at, radius } = overlay.to;
      out.push({ ...plain, key, at, radius, tone, text: overlay.label, note: overlay.note ?? "", wish: "right" });
    } else if (overlay.kind === "tag") {
      out.push({ ...plain, key, at: overlay.at, radius: overlay.radius ?? 0.1, tone: overlay.tone, text: overlay.text, note: overlay.note ?? "", wish: "right" });
    } else if (overlay.kind === "measure" && overlay.label) {
      const at = overlay.points[overlay.points.length - 1];
      if (at) out.push({ ...plain, key, at, radius: 0.2, tone: "solid", text: overlay.label, wish: "up" });
    } else if (overlay.kind === "area" && overlay.label) {
      const at: Point = [overlay.at[0], overlay.at[1] + overlay.radius];
      out.push({ ...plain, key, at, radius: 0.1, tone: overlay.ok ? "legal" : "refused", text: overlay.label, wish: "up" });
    } else if (overlay.kind === "ranges") {
      overlay.rings.forEach((ring, k) => {
        // side by side around the upper left, or they would stand on one another
        const turn = (overlay.facing == null ? Math.PI / 2 : (overlay.facing * Math.PI) / 180) + 0.14 * Math.PI * (k - (overlay.rings.length - 1) / 2);
        const r = ring.range + overlay.radius;
        const at: Point = [overlay.at[0] + Math.cos(turn) * r, overlay.at[1] + Math.sin(turn) * r];
        out.push({ ...plain, key: `${key}-${k}`, at, radius: 0, tone: "plain", text: `${Number(ring.range.toFixed(2))}″ ${ring.name}`, small: true, wish: "up" });
      });
    } else if (overlay.kind === "ping" && overlay.by) {
      out.push({ ...plain, key, at: overlay.at, radius: 0.5, tone: overlay.tone, text: overlay.by, small: true, wish: "up" });
    } else if (overlay.kind === "zone" && overlay.label && overlay.polygon[0]) {
      const top = Math.max(...overlay.polygon.map(([, y]) => y));
      const edge = overlay.polygon.filter(([, y]) => y === top);
      const at: Point = [edge.reduce((sum, [x]) => sum + x, 0) / edge.length, top];
      out.push({ ...plain, key, at, radius: 0.1, tone: overlay.tone, text: overlay.label, small: true, wish: "down" });
    }
  });
  return out;
}

function sizeOf(words: Words): { wide: number; high: number } {
  const each = words.small ? 6.7 : 7;
  const gap = words.note && !words.stacked ? 8 : 0;
  const letters = words.stacked ? Math.max(words.text.length, words.note.length) * each : (words.text.length + words.note.length) * each + gap;
  return { wide: letters + (words.small ? 12 : 18), high: words.stacked ? STACKED : words.small ? SMALL : HIGH };
}

/** Eight places around a spot, the wished one first. */
function tries(x: number, y: number, away: number, wide: number, high: number, wish: Wish, bounds: Box): Box[] {
  const side = away * 0.72;
  const box = (x0: number, y0: number): Box => ({ x0, y0, x1: x0 + wide, y1: y0 + high });
  // Above and below its spot a tag may be pushed aside, back into the view.
  const kept = (x0: number, y0: number): Box => box(Math.max(bounds.x0, Math.min(x0, bounds.x1 - wide)), y0);
  const right = box(x + away, y - high / 2);
  const left = box(x - away - wide, y - high / 2);
  const up = kept(x - wide / 2, y - away - high);
  const down = kept(x - wide / 2, y + away);
  const ne = box(x + side, y - side - high);
  const nw = box(x - side - wide, y - side - high);
  const se = box(x + side, y + side);
  const sw = box(x - side - wide, y + side);
  if (wish === "right") return [right, ne, se, left, nw, up, sw, down];
  if (wish === "left") return [left, nw, sw, right, ne, up, se, down];
  if (wish === "down") return [down, sw, se, left, right, nw, ne, up];
  return [up, ne, nw, right, left, down, se, sw];
}

/** A place for every tag: off the models and their names, off each other, in the view; farther out with a leader where it is crowded. */
export function placeTags(words: Words[], models: ModelView[], height: number, px: number, bounds: Box, names: Box[] = []): Tag[] {
  const tokens = models.map((model): Box => {
    const [x, y] = [model.at![0] * px, (height - model.at![1]) * px];
    const half = reachOf(model.radius * px);
    // badges stand out to the right
    const right = half + (model.figure.badges?.length ? 7 : 0);
    return { x0: x - half, x1: x + right, y0: y - half, y1: y + half };
  });
  const taken: Box[] = [];
  return words.map((one) => {
    const x = one.at[0] * px;
    const y = (height - one.at[1]) * px;
    const { wide, high } = sizeOf(one);
    let best: Box | null = null;
    let least = Infinity;
    let far = false;
    for (const out of [0, 26]) {
      for (const box of tries(x, y, (one.radius ? reachOf(one.radius * px) : 0) + 8 + out, wide, high, one.wish, bounds)) {
        let hits = out / 13;
        if (box.x0 < bounds.x0 || box.x1 > bounds.x1 || box.y0 < bounds.y0 || box.y1 > bounds.y1) hits += 11;
        for (const token of tokens) if (overlap(box, token)) hits += 4;
        for (const name of names) if (overlap(box, name)) hits += 1;
        for (const other of taken) if (overlap(box, other, 2)) hits += 4;
        if (hits < least) [least, best, far] = [hits, box, out > 0];
        if (!least) break;
      }
      if (!least) break;
    }
    taken.push(best!);
    return { ...one, box: best!, from: [x, y], leader: far };
  });
}
