/** The character of each mat: faint drawings on the ground, and contours. All decoration, the same for the same name. */

import { f, type Point } from "./geometry";

/** A small deterministic source of chance, so that a table looks the same whenever it is opened. */
export function chance(name: string): () => number {
  let seed = 2166136261;
  for (let i = 0; i < name.length; i++) seed = Math.imul(seed ^ name.charCodeAt(i), 16777619);
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Lines of equal height of a gentle made-up ground: marching squares over a handful of hills. */
export function contours(name: string, width: number, height: number, levels = 9): string {
  const dice = chance(name);
  const hills = Array.from({ length: 9 }, () => ({
    x: dice() * width,
    y: dice() * height,
    r: 3.5 + dice() * 6,
    h: (dice() < 0.35 ? -1 : 1) * (0.5 + dice() * 0.8),
  }));
  const ground = (x: number, y: number): number =>
    hills.reduce((sum, hill) => sum + hill.h * Math.exp(-((x - hill.x) ** 2 + (y - hill.y) ** 2) / (2 * hill.r * hill.r)), 0);
  const step = 0.5;
  const nx = Math.ceil(width / step);
  const ny = Math.ceil(height / step);
  const field: number[][] = [];
  for (let j = 0; j <= ny; j++) field.push(Array.from({ length: nx + 1 }, (_, i) => ground(i * step, j * step)));
  const all = field.flat();
  const least = Math.min(...all);
  const most = Math.max(...all);
  let d = "";
  for (let n = 1; n < levels; n++) {
    const level = least + ((most - least) * n) / levels;
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        const corners = [field[j]![i]!, field[j]![i + 1]!, field[j + 1]![i + 1]!, field[j + 1]![i]!];
        const places: Point[] = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
        const cuts: Point[] = [];
        for (let k = 0; k < 4; k++) {
          const a = corners[k]!;
          const b = corners[(k + 1) % 4]!;
          if (a > level === b > level) continue;
          const t = (level - a) / (b - a);
          const p = places[k]!;
          const q = places[(k + 1) % 4]!;
          cuts.push([(p[0] + (q[0] - p[0]) * t) * step, (p[1] + (q[1] - p[1]) * t) * step]);
        }
        for (let k = 0; k + 1 < cuts.length; k += 2) {
          d += `M${f(cuts[k]![0])} ${f(cuts[k]![1])}L${f(cuts[k + 1]![0])} ${f(cuts[k + 1]![1])}`;
        }
      }
    }
  }
  return d;
}

/** Two weights of line. */
export interface Marks {
  fine: string;
  bold: string;
}

const circle = (x: number, y: number, r: number): string => `M${f(x - r)} ${f(y)}a${f(r)} ${f(r)} 0 1 0 ${f(2 * r)} 0a${f(r)} ${f(r)} 0 1 0 ${f(-2 * r)} 0`;

/** Landing pads with approach chevrons. */
function colony(width: number, height: number, dice: () => number): Marks {
  let fine = "";
  let bold = "";
  const pads: Point[] = [
    [width * (0.2 + dice() * 0.06), height * (0.3 + dice() * 0.06)],
    [width * (0.74 + dice() * 0.06), height * (0.64 + dice() * 0.06)],
  ];
  for (const [x, y] of pads) {
    fine += circle(x, y, 3.6) + circle(x, y, 1.1);
    for (let k = 0; k < 4; k++) {
      const turn = (k * Math.PI) / 2 + Math.PI / 4;
      const c = Math.cos(turn);
      const s = Math.sin(turn);
      bold += `M${f(x + c * 3.1)} ${f(y + s * 3.1)}L${f(x + c * 4.1)} ${f(y + s * 4.1)}`;
    }
    bold += `M${f(x - 0.5)} ${f(y - 0.6)}V${f(y + 0.6)}M${f(x + 0.5)} ${f(y - 0.6)}V${f(y + 0.6)}M${f(x - 0.5)} ${f(y)}H${f(x + 0.5)}`;
  }
  for (let k = 0; k < 7; k++) {
    const x = width / 2 - 4.5 + k * 1.5;
    fine += `M${f(x)} ${f(height - 1.5)}l0.5 -0.5l0.5 0.5M${f(x)} 1.5l0.5 0.5l0.5 -0.5`;
  }
  return { fine, bold };
}

/** Lanes, bays and arrows. */
function yard(width: number, height: number): Marks {
  let fine = "";
  let bold = "";
  for (let y = height / 4; y < height; y += height / 4) {
    for (let x = 0.6; x < width - 1; x += 2) bold += `M${f(x)} ${f(y)}h1`;
    for (let x = 3; x < width - 2; x += 9) fine += `M${f(x)} ${f(y - 1.4)}l0.8 0.5l-0.8 0.5M${f(x - 1.2)} ${f(y - 0.9)}h2`;
  }
  for (let x = 2; x < width; x += 2) fine += `M${f(x)} 0v1.6M${f(x)} ${f(height)}v-1.6`;
  return { fine, bold };
}

/** Hexagonal plates around a core. */
function reactor(width: number, height: number): Marks {
  let fine = "";
  const side = 1.5;
  const w = Math.sqrt(3) * side;
  for (let row = -1; row * 1.5 * side < height + 3; row++) {
    for (let column = -1; column * w < width + 3; column++) {
      const x = column * w + (row % 2 ? w / 2 : 0);
      const y = row * 1.5 * side;
      fine += `M${f(x)} ${f(y - side)}L${f(x + w / 2)} ${f(y - side / 2)}V${f(y + side / 2)}L${f(x)} ${f(y + side)}`;
    }
  }
  return { fine, bold: circle(width / 2, height / 2, 5.2) + circle(width / 2, height / 2, 8.4) };
}

/** Long drifting strata. */
function canyon(width: number, height: number, dice: () => number): Marks {
  let fine = "";
  let bold = "";
  let n = 0;
  for (let y = -4; y < height + 4; y += 0.7 + dice() * 0.7) {
    const phase = dice() * 6;
    let d = `M0 ${f(y)}`;
    for (let x = 1; x <= width; x++) {
      d += `L${x} ${f(y + 1.5 * Math.sin(x * 0.16 + y * 0.12) + 0.18 * Math.sin(x * 0.9 + phase) + x * 0.05)}`;
    }
    if (n++ % 4) fine += d;
    else bold += d;
  }
  return { fine, bold };
}

/** Branching cracks. */
function ice(width: number, height: number, dice: () => number): Marks {
  let fine = "";
  let bold = "";
  const crack = (x: number, y: number, turn: number, steps: number, deep: boolean): void => {
    let d = `M${f(x)} ${f(y)}`;
    for (let k = 0; k < steps; k++) {
      turn += (dice() - 0.5) * 0.9;
      const step = 0.5 + dice() * 1.3;
      x += Math.cos(turn) * step;
      y += Math.sin(turn) * step;
      d += `L${f(x)} ${f(y)}`;
      if (deep && dice() < 0.4) crack(x, y, turn + (dice() < 0.5 ? 0.9 : -0.9), 3 + Math.floor(dice() * 4), false);
    }
    if (deep) bold += d;
    else fine += d;
  };
  for (let k = 0; k < 8; k++) crack(dice() * width, dice() * height, dice() * 6.3, 9 + Math.floor(dice() * 8), true);
  return { fine, bold };
}

/** Ripples spreading over still water. */
function deep(width: number, height: number, dice: () => number): Marks {
  let fine = "";
  let bold = "";
  for (let y = 0.8; y < height; y += 1.15) {
    let x = dice() * 2;
    while (x < width - 2) {
      const long = 1.6 + dice() * 3.2;
      const waves = Math.max(1, Math.round(long / 1.1));
      const step = long / waves;
      let d = `M${f(x)} ${f(y)}`;
      for (let k = 0; k < waves; k++) d += `q${f(step / 4)} ${f(-0.16)} ${f(step / 2)} 0t${f(step / 2)} 0`;
      if (dice() < 0.2) bold += d;
      else fine += d;
      x += long + 1.2 + dice() * 3.6;
    }
  }
  return { fine, bold };
}

const MARKS: Record<string, (width: number, height: number, dice: () => number) => Marks> = { colony, yard, reactor, canyon, ice, deep };

/** The drawing of a mat; an unknown one is plain ground. */
export function marks(mat: string, name: string, width: number, height: number): Marks {
  return MARKS[mat]?.(width, height, chance(`${mat} ${name}`)) ?? { fine: "", bold: "" };
}
