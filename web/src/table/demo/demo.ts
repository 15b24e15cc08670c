/** A table for pictures and for measuring: real terrain, reach and path, made-up people. Nothing links here. */

import type { Badge, Figure, ModelView, Piece, Scene, StrideView } from "../../wire";
import { along, type Point } from "../geometry";
import type { Overlay } from "../overlays";
import reach from "./reach.json";
import tables from "./tables.json";

const MATS: Record<string, string> = {
  broken_colony: "colony",
  cargo_yard: "yard",
  reactor_ring: "reactor",
  canyon_pass: "canyon",
  ice_shelf: "ice",
  barricade_line: "deep",
};

const badge = (id: string, glyph: string, tone: Badge["tone"] = "plain", count = 1): Badge => ({ id, name: id, glyph, rule: "", tone, count });
const BURNING = badge("Burning", "game:small-fire", "bad");
const SCOPE = badge("Scope", "game:crosshair", "good");
const SHIELD = badge("Shielded", "game:shield", "good");
const STUNNED = badge("Stunned", "game:knocked-out-stars", "bad", 2);
const EMPTY = badge("Empty", "game:heavy-bullets", "plain");

type Person = [id: string, name: string, role: string, glyph: string, x: number, y: number, radius: number, health: [number, number], points: [number, number], facing: number, badges?: Badge[], done?: boolean];

const BLUE: Person[] = [
  ["vale", "Vale", "Overseer", "game:rank-3", 10.9, 9.5, 0.63, [14, 22], [3, 3], 10],
  ["okoye", "Okoye", "Artillerist", "game:winchester-rifle", 8.25, 6.6, 0.79, [14, 18], [3, 3], 12, [EMPTY], true],
  ["ilse", "Ilse", "Technician", "game:spanner", 6.2, 12, 0.79, [14, 14], [3, 3], 5],
  ["finch", "Finch", "Recon", "game:binoculars", 13.6, 20.6, 0.63, [5, 16], [1, 3], -20, [BURNING]],
  ["moss", "Moss", "Trooper", "game:brodie-helmet", 8.2, 16.2, 0.63, [7, 16], [3, 3], 0],
  ["brandt", "Brandt", "Medic", "game:first-aid-kit", 4.2, 17.6, 0.63, [0, 16], [0, 3], 30],
];
const RED: Person[] = [
  ["adair", "Ser Adair", "Crusader", "game:visored-helm", 24.3, 17.3, 0.79, [5, 25], [3, 3], 190, [SCOPE, SHIELD]],
  ["gate", "Gate", "Bastion", "game:checked-shield", 26.8, 11.6, 0.79, [22, 28], [2, 3], 180, [SHIELD, STUNNED, BURNING, EMPTY], true],
  ["canticle", "Canticle", "Herald", "game:hunting-horn", 21.9, 8.9, 0.79, [11, 14], [2, 3], 150],
  ["whisper", "Whisper", "Recon", "game:binoculars", 18.9, 20.9, 0.63, [9, 16], [3, 3], 200],
  ["rook", "Rook", "Trooper", "game:brodie-helmet", 26.4, 6.4, 0.63, [16, 16], [3, 3], 170],
  ["tern", "Tern", "Trooper", "game:brodie-helmet", 30.4, 13.4, 0.63, [12, 16], [0, 3], 180, [], true],
];

function person(side: string, [id, name, role, glyph, x, y, radius, health, points, facing, badges, done]: Person): ModelView {
  const figure: Figure = {
    role,
    glyph,
    health: { name: "Health", value: health[0], most: health[1], rule: "" },
    points: { name: "Points", value: points[0], most: points[1], rule: "" },
    badges: badges ?? [],
    done: !!done,
  };
  return { id, side, owner: side, name, profile: role, radius, figure, at: [x, y], facing };
}

function crowd(): ModelView[] {
  const all = [...BLUE, ...RED];
  return Array.from({ length: 40 }, (_, i) => {
    const base = all[i % all.length]!;
    const copy: Person = [...base];
    copy[0] = `m${i}`;
    [copy[4], copy[5]] = [2 + (i % 8) * 4.5 + (i % 3) * 0.6, 2.4 + Math.floor(i / 8) * 4.8 + (i % 2) * 0.7];
    return person(i % 8 < 4 ? "blue" : "red", copy);
  });
}

/** Twenty-five pieces: those of the table, and more in between. */
function crowded(pieces: Piece[]): Piece[] {
  const more = Array.from({ length: 25 - pieces.length }, (_, i): Piece => {
    const [x, y] = [2.5 + ((i * 7.3) % 31), 1.5 + ((i * 5.1) % 20)];
    const polygon: Point[] = Array.from({ length: 5 + (i % 4) }, (_, k) => {
      const turn = (k / (5 + (i % 4))) * 2 * Math.PI;
      return [x + Math.cos(turn) * 0.8, y + Math.sin(turn) * 0.7];
    });
    return { id: `more${i}`, name: "", height: 1 + (i % 3), polygon };
  });
  return [...pieces, ...more];
}

export function demoScene(table: string, many: boolean): Scene {
  const id = table in tables ? (table as keyof typeof tables) : "broken_colony";
  const own = tables[id] as Piece[];
  const pieces = many ? crowded(own) : own;
  const models = many ? crowd() : [...BLUE.map((one) => person("blue", one)), ...RED.map((one) => person("red", one))];
  return {
    width: 36,
    height: 24,
    mat: MATS[id] ?? "colony",
    name: id,
    pieces,
    blocks: pieces.filter((piece) => (piece.height ?? 0) > 1).map((piece) => piece.id ?? ""),
    models: Object.fromEntries(models.map((model) => [model.id, model])),
    sides: {
      red: { side: "red", name: "Iron Covenant", score: 3 },
      blue: { side: "blue", name: "Long Watch", score: 1 },
    },
    clock: { name: "Turn", round: 3, rounds: 7, phases: [], phase: 0 },
    zones: [
      { name: "Blue zone", side: "blue", rule: "", polygon: [[0, 0], [12, 12], [0, 24]] },
      { name: "Red zone", side: "red", rule: "", polygon: [[36, 0], [24, 12], [36, 24]] },
    ],
    active: "vale",
  };
}

export const STRIDES = reach as StrideView[];
const WAY: Point[] = [[10.9, 9.5], [11.939, 11.536], [11.966, 11.584], [11.997, 11.629], [12.032, 11.672], [12.07, 11.711], [14.9, 14.35]];
const TO: Point = [14.9, 14.35];
const cut = along(WAY, 4 / 6.375);

/** Everything that can be shown, by the word that shows it. */
export const SHOWN: Record<string, Overlay[]> = {
  reach: [{ kind: "reach", strides: STRIDES, place: "a" }],
  light: [{ kind: "light", at: TO, radius: 0.63 }],
  path: [
    {
      kind: "path",
      legs: [
        { name: "Move", length: 4, limit: 4, path: [...WAY.slice(0, 6), cut] },
        { name: "Sprint", length: 2.375, limit: 8, path: [cut, TO] },
      ],
      at: TO,
      used: 6.37,
      left: 1.63,
      ok: true,
      radius: 0.63,
    },
    { kind: "ghost", model: "vale", at: TO, ok: true },
  ],
  no: [
    { kind: "path", legs: [{ name: "Move", length: 4, limit: 4, path: [[10.9, 9.5], [6.5, 8.9]] }], at: [6.5, 8.9], used: 8, left: 0, ok: false, refusal: "0.40″ too far", rule: "MOV 2", radius: 0.63 },
    { kind: "ghost", model: "vale", at: [6.5, 8.9], ok: false, wanted: [4.6, 8.6] },
  ],
  line: [
    { kind: "line", from: { at: TO, radius: 0.63 }, to: { at: [24.3, 17.3], radius: 0.79 }, verdict: "clear", label: "7+", note: "35.2 % lethal", share: 1 },
    { kind: "line", from: { at: TO, radius: 0.63 }, to: { at: [21.9, 8.9], radius: 0.79 }, verdict: "none", label: "Full cover", note: "LOS 8", share: 0, blockers: ["central-tower"] },
    { kind: "brackets", model: "adair", tone: "legal" },
    { kind: "brackets", model: "canticle", tone: "refused" },
  ],
  part: [
    { kind: "line", from: { at: [13.6, 20.6], radius: 0.63 }, to: { at: [26.8, 11.6], radius: 0.79 }, verdict: "part", label: "Half cover", note: "41 % seen", share: 0.41, blockers: ["inner-wall-b"] },
    { kind: "brackets", model: "gate", tone: "caution" },
  ],
  ranges: [{ kind: "ranges", at: [8.25, 6.6], radius: 0.79, rings: [{ range: 6, name: "Torch" }, { range: 12, name: "Rifle" }] }],
  area: [{ kind: "area", at: [26.5, 7.6], radius: 2.5, affected: ["rook"], ok: true, label: "1 model, 3 damage" }],
  push: [{ kind: "push", model: "rook", from: [26.4, 6.4], to: [29.2, 7.2], ok: true }],
  measure: [{ kind: "measure", points: [[6.2, 12], [8.2, 16.2], [13.6, 20.6]], label: "9.41″" }],
  zone: [{ kind: "zone", polygon: [[0, 0], [12, 12], [0, 24]], tone: "a", label: "Blue zone" }],
  ping: [{ kind: "ping", at: [17, 21.8], tone: "b", by: "Mara", id: "1" }],
  tag: [{ kind: "tag", at: [18.9, 20.9], radius: 0.63, text: "−6", tone: "legal" }],
  trail: [{ kind: "trail", path: [[17, 17], [15.4, 19.9], [13.6, 20.6]], place: "a" }],
};
