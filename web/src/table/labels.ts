/** Where names stand: below their model, or wherever around it nothing else is. */

import type { ModelView } from "../wire";
import { overlap, type Box } from "./geometry";
import { reachOf } from "./tokens";

export type Side = "below" | "above" | "left" | "right";

export interface Labelled {
  id: string;
  /** Middle and half width of the token, in pixels. */
  x: number;
  y: number;
  half: number;
  text: string;
  points: boolean;
}

/** Worse than reaching over the edge of the mat. */
const MEETS = 2;
const TRIES: Side[] = ["below", "above", "right", "left"];

/** About the width of a name: letters of the label's face are 6 pixels wide on average. */
export function widthOf(text: string, each = 6.1): number {
  return text.length * each;
}

/** The room a name takes at one side of its model. */
export function labelBox(one: Labelled, side: Side): Box {
  const wide = Math.max(widthOf(one.text), 20);
  const tall = one.points ? 21 : 13;
  const { x, y, half } = one;
  if (side === "below") return { x0: x - wide / 2, x1: x + wide / 2, y0: y + half + 2, y1: y + half + 2 + tall };
  if (side === "above") return { x0: x - wide / 2, x1: x + wide / 2, y0: y - half - 2 - tall, y1: y - half - 2 };
  if (side === "right") return { x0: x + half + 4, x1: x + half + 4 + wide, y0: y - tall / 2, y1: y + tall / 2 };
  return { x0: x - half - 4 - wide, x1: x - half - 4, y0: y - tall / 2, y1: y + tall / 2 };
}

/** The room a model and its name take. */
export function labelled(model: ModelView, height: number, px: number): Labelled {
  return {
    id: model.id,
    x: model.at![0] * px,
    y: (height - model.at![1]) * px,
    half: reachOf(model.radius * px),
    text: model.name,
    points: !!model.figure.points,
  };
}

/**
 * One side for every model: the first that meets no token and no name placed before. Where all meet something there is
 * no room for the name: it is left out, but for those that are looked at, which come first.
 */
export function placeLabels(all: Labelled[], bounds: Box, looked: readonly string[] = []): Map<string, Side> {
  const tokens = all.map((one) => ({
    id: one.id,
    box: { x0: one.x - one.half, x1: one.x + one.half, y0: one.y - one.half, y1: one.y + one.half },
  }));
  const placed: Box[] = [];
  const sides = new Map<string, Side>();
  const first = all.filter((one) => looked.includes(one.id));
  for (const one of [...first, ...all.filter((other) => !first.includes(other))]) {
    let best: Side = "below";
    let least = Infinity;
    for (const side of TRIES) {
      const box = labelBox(one, side);
      let hits = 0;
      if (box.x0 < bounds.x0 || box.x1 > bounds.x1 || box.y0 < bounds.y0 || box.y1 > bounds.y1) hits += 1;
      for (const token of tokens) if (token.id !== one.id && overlap(box, token.box)) hits += MEETS;
      for (const other of placed) if (overlap(box, other, 1)) hits += MEETS;
      if (hits < least) {
        least = hits;
        best = side;
        if (!hits) break;
      }
    }
    if (least >= MEETS && !looked.includes(one.id)) continue;
    sides.set(one.id, best);
    placed.push(labelBox(one, best));
  }
  return sides;
}
