/** A table as it may look before the first turn: both squads standing in their zones, for a picture. */

import { placesOf } from "../table/places";
import type { GameSheet, ModelView, Scene, SquadBrief, TableBrief, Zone } from "../wire";
import { tableName, worded } from "./words";

type Spot = [number, number];

function inside([x, y]: Spot, polygon: readonly Spot[]): boolean {
  let within = false;
  polygon.forEach(([x1, y1], index) => {
    const [x0, y0] = polygon[(index + polygon.length - 1) % polygon.length]!;
    if (y1 > y !== y0 > y && x < ((x0 - x1) * (y - y1)) / (y0 - y1) + x1) within = !within;
  });
  return within;
}

function fromSegment([x, y]: Spot, [x0, y0]: Spot, [x1, y1]: Spot): number {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - x0 - along * dx, y - y0 - along * dy);
}

function fromEdge(spot: Spot, polygon: readonly Spot[]): number {
  return Math.min(...polygon.map((corner, index) => fromSegment(spot, corner, polygon[(index + 1) % polygon.length]!)));
}

/** Random enough for a picture, and the same for the same word. */
function shuffler(word: string): () => number {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
}

/** Spots for so many bases in a zone: apart from each other, from terrain and from the zone's edge, as far as there is room. */
export function spread(count: number, zone: readonly Spot[], pieces: readonly (readonly Spot[])[], radius: number, seed: string): Spot[] {
  const random = shuffler(seed);
  const [xs, ys] = [zone.map(([x]) => x), zone.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const found: Spot[] = [];
  for (let model = 0; model < count; model++) {
    let best: Spot | undefined;
    let most = -Infinity;
    for (let attempt = 0; attempt < 90; attempt++) {
      const spot: Spot = [left + random() * width, top + random() * height];
      if (!inside(spot, zone) || fromEdge(spot, zone) < radius * 1.3) continue;
      if (pieces.some((piece) => inside(spot, piece) || fromEdge(spot, piece) < radius * 1.2)) continue;
      const free = Math.min(fromEdge(spot, zone) * 1.6, ...found.map(([x, y]) => Math.hypot(x - spot[0], y - spot[1])));
      if (free > most) [best, most] = [spot, free];
    }
    if (best) found.push(best);
  }
  return found;
}

/** Where the sides stand on a mat: the zones the rulebook names, as large as the mat is, or its two ends. */
function zonesOf(sheet: GameSheet, w: number, h: number): Zone[] {
  const [across, along] = [w / sheet.width, h / sheet.height];
  if (sheet.zones.length >= sheet.sides.length) return sheet.zones.map((zone) => ({ ...zone, polygon: zone.polygon.map(([x, y]) => [x * across, y * along]) }));
  return [0, 0.75].map((at) => ({
    name: "",
    rule: "",
    polygon: [
      [w * at, 0],
      [w * (at + 0.25), 0],
      [w * (at + 0.25), h],
      [w * at, h],
    ],
  }));
}

const RADIUS = 0.5;

/** The picture of a match about to begin. Zones without a side are dealt out from the left, the round side first. */
export function standing(sheet: GameSheet, table: TableBrief, squads: Record<string, SquadBrief>): Scene {
  const places = placesOf(sheet.sides);
  const sides = [...sheet.sides].sort((one, other) => (places[one] ?? "").localeCompare(places[other] ?? ""));
  const [width, height] = [table.plan.width || sheet.width, table.plan.height || sheet.height];
  const zones = zonesOf(sheet, width, height).sort((one, other) => middle(one) - middle(other));
  const pieces = table.plan.pieces.map((piece) => piece.polygon);
  const models: Record<string, ModelView> = {};
  sides.forEach((side, index) => {
    const squad = squads[side];
    const zone = zones.find((one) => one.side === side) ?? zones[index];
    if (!squad || !zone) return;
    const spots = spread(squad.roster.models.length, zone.polygon, pieces, RADIUS, squad.roster.name + index);
    spots.forEach((at, number) => {
      const entry = squad.roster.models[number]!;
      const id = `${side}-${number}`;
      const role = sheet.words[entry.profile] || !entry.name ? worded(entry.profile, sheet.words) : entry.name;
      models[id] = {
        id,
        side,
        owner: side,
        name: entry.name || role,
        profile: entry.profile,
        radius: entry.base ? entry.base / 2 : RADIUS,
        figure: { role, glyph: squad.glyphs[number] ?? "", health: { name: "", value: 1, most: 1, rule: "" } },
        kind: "model",
        at,
      };
    });
  });
  return {
    width,
    height,
    mat: table.mat,
    name: tableName(table),
    pieces: table.plan.pieces,
    // Low pieces cast no shadow in small pictures either; which really block sight the match will say.
    blocks: table.plan.pieces.filter((piece) => (piece.height ?? 2) > 1).map((piece) => piece.id ?? ""),
    models,
    sides: Object.fromEntries(sides.map((side) => [side, { side, name: squads[side]?.roster.name ?? "", score: 0 }])),
    clock: { name: "", round: 0, rounds: 0, phases: [], phase: -1 },
    zones: zones.map((zone, index) => ({ ...zone, side: zone.side || sides[index] })),
  };
}

function middle(zone: Zone): number {
  return zone.polygon.reduce((sum, [x]) => sum + x, 0) / zone.polygon.length;
}
