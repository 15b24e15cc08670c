/** The keys of the drawing board. */

import type { Board } from "./board.svelte";
import { snap, SNAP } from "./geometry";
import { TURN, type Hands } from "./hands.svelte";

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Do what a key says; what it does not know is left to the browser. */
export function keysOn(board: Board, hands: Hands, event: KeyboardEvent, say: (text: string) => void): void {
  if (board.drawing ? draw(board, hands, event, say) : edit(board, event, say)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function draw(board: Board, hands: Hands, event: KeyboardEvent, say: (text: string) => void): boolean {
  const arrow = ARROWS[event.key];
  if (arrow) {
    const step = event.shiftKey ? 1 : SNAP;
    const keep = (value: number, most: number): number => Math.min(Math.max(snap(value), 0), most);
    hands.pen = [keep(hands.pen[0] + arrow[0] * step, board.mat.width), keep(hands.pen[1] + arrow[1] * step, board.mat.height)];
    say(`${hands.pen[0]}, ${hands.pen[1]}`);
  } else if (event.key === " ") {
    hands.corner();
    say(board.drawing ? `Corner ${board.drawing.length}` : "Shape closed");
  } else if (event.key === "Enter") hands.close();
  else if (event.key === "Backspace") board.drawing = (board.drawing ?? []).slice(0, -1);
  else if (event.key === "Escape") board.drawing = null;
  else return false;
  return true;
}

function edit(board: Board, event: KeyboardEvent, say: (text: string) => void): boolean {
  const chosen = board.selected.length > 0;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key;
  const merge = board.selected.join();
  const arrow = ARROWS[key];
  if (key === "Escape" && chosen) board.choose("");
  else if (command && key.toLowerCase() === "a") board.selected = board.pieces.map((piece) => piece.id ?? "");
  else if (!chosen) return false;
  else if (arrow && !command) {
    const step = event.shiftKey ? 1 : event.altKey ? 0.05 : SNAP;
    board.setPieces(board.shift(arrow[0] * step, arrow[1] * step), `shift ${merge}`);
    say(where(board));
  } else if (key === "[" || key === "]") {
    board.setPieces(board.turn(key === "[" ? TURN : -TURN), `turn ${merge}`);
    say("Turned");
  } else if (key === "PageUp" || key === "PageDown") {
    board.raise((height) => height + (key === "PageUp" ? SNAP : -SNAP), `height ${merge}`);
    say(`${board.chosen[0]?.height ?? 0} inches high`);
  } else if (key === "Delete" || key === "Backspace") {
    board.remove();
    say("Removed");
  } else if (command && key.toLowerCase() === "d") {
    board.duplicate();
    say("Duplicated");
  } else return false;
  return true;
}

function where(board: Board): string {
  const spot = board.chosen[0]?.polygon[0];
  return spot ? `${spot[0]}, ${spot[1]}` : "";
}
