/** Where one looks from. Pure: a camera is the inch in the middle of the view (y upwards), and the pixels of an inch. */

import type { Point } from "./geometry";

export interface Camera {
  x: number;
  y: number;
  /** Pixels per inch. */
  px: number;
}

/** A size: of a view in pixels, or of a table in inches. */
export interface Size {
  width: number;
  height: number;
}

export interface Margin {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** Room around the mat for the ruler's figures. */
export const MARGIN: Margin = { top: 26, right: 30, bottom: 30, left: 30 };
export const NEAREST = 110;
/** One may step back a little beyond the whole table. */
const BACK = 0.8;

/** The whole table, as large as the view allows. */
export function fitting(view: Size, table: Size, margin: Margin = MARGIN): Camera {
  const wide = Math.max(view.width - margin.left - margin.right, 40);
  const tall = Math.max(view.height - margin.top - margin.bottom, 40);
  const px = Math.max(Math.min(wide / table.width, tall / table.height), 1);
  // the margins differ, so the middle of the table is not the middle of the view
  const x = table.width / 2 + (margin.right - margin.left) / (2 * px);
  const y = table.height / 2 + (margin.top - margin.bottom) / (2 * px);
  return { x, y, px };
}

/** The inch under a pixel of the view. */
export function toTable(camera: Camera, view: Size, x: number, y: number): Point {
  return [camera.x + (x - view.width / 2) / camera.px, camera.y - (y - view.height / 2) / camera.px];
}

/** The pixel of the view over an inch. */
export function toView(camera: Camera, view: Size, at: readonly [number, number]): Point {
  return [view.width / 2 + (at[0] - camera.x) * camera.px, view.height / 2 - (at[1] - camera.y) * camera.px];
}

/** Not farther away than the whole table, not nearer than sense, and never off the table. */
export function held(camera: Camera, view: Size, table: Size): Camera {
  const least = fitting(view, table).px * BACK;
  const px = Math.min(Math.max(camera.px, least), Math.max(NEAREST, least));
  return {
    x: Math.min(Math.max(camera.x, 0), table.width),
    y: Math.min(Math.max(camera.y, 0), table.height),
    px,
  };
}

/** Nearer or farther, while the inch under one pixel stays where it is. */
export function zoomed(camera: Camera, view: Size, table: Size, x: number, y: number, factor: number): Camera {
  const [ax, ay] = toTable(camera, view, x, y);
  const { px } = held({ ...camera, px: camera.px * factor }, view, table);
  return held({ x: ax - (x - view.width / 2) / px, y: ay + (y - view.height / 2) / px, px }, view, table);
}

/** Pulled along by so many pixels. */
export function panned(camera: Camera, view: Size, table: Size, dx: number, dy: number): Camera {
  return held({ ...camera, x: camera.x - dx / camera.px, y: camera.y + dy / camera.px }, view, table);
}

/** Two fingers: what was under each of them stays under it. */
export function pinched(camera: Camera, view: Size, table: Size, from: [Point, Point], to: [Point, Point]): Camera {
  const spread = (pair: [Point, Point]): number => Math.hypot(pair[0][0] - pair[1][0], pair[0][1] - pair[1][1]) || 1;
  const mid = (pair: [Point, Point]): Point => [(pair[0][0] + pair[1][0]) / 2, (pair[0][1] + pair[1][1]) / 2];
  const [fx, fy] = mid(from);
  const [tx, ty] = mid(to);
  const nearer = zoomed(camera, view, table, fx, fy, spread(to) / spread(from));
  return panned(nearer, view, table, tx - fx, ty - fy);
}

/** A step on the way from one camera to another; zoom runs evenly to the eye. */
export function between(from: Camera, to: Camera, t: number): Camera {
  const e = 1 - (1 - t) ** 3;
  return {
    x: from.x + (to.x - from.x) * e,
    y: from.y + (to.y - from.y) * e,
    px: from.px * (to.px / from.px) ** e,
  };
}

/** How much of a model is drawn at a distance. */
export type Detail = "full" | "icon" | "plain";

export function detail(px: number): Detail {
  return px < 9 ? "plain" : px < 18 ? "icon" : "full";
}
