/** Files in and out of the browser. */

import { Unanswered } from "./api";

/** Larger files are no squad and no layout. */
const LARGEST = 400_000;

/** Hand a value over as a JSON file. */
export function download(name: string, value: unknown): void {
  const blob = new Blob([JSON.stringify(value, null, 2) + "\n"], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${fileName(name)}.sightline.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A name that every file system takes. */
export function fileName(name: string): string {
  const plain = name.normalize("NFKD").replace(/[^\w\s-]/g, "").trim().replace(/[\s_]+/g, "-");
  return plain.slice(0, 60).toLowerCase() || "unnamed";
}

/** The text of a file somebody chose or dropped. */
export async function textOf(file: File, most = LARGEST): Promise<string> {
  if (file.size > most) throw new Error(`${file.name} is larger than ${most / 1000} kB.`);
  return file.text();
}

/** What is wrong with something from outside, and where in it: the server calls a file what it should have been, people by its name. */
export function faultOf(error: unknown, file = ""): string {
  const what = error instanceof Error ? error.message : String(error);
  if (error instanceof Unanswered && error.status !== 400) return what;
  const where = error instanceof Unanswered ? error.where : "";
  const place = file && where ? where.replace(/^[a-z]+/, () => file) : where || file;
  return place && !what.startsWith(place) ? `${place}: ${what}` : what;
}

/** JSON from a text, or words about why it is none. */
export function parsed(text: string): unknown {
  if (text.length > LARGEST) throw new Error(`That is more than ${LARGEST / 1000} kB of text.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const where = error instanceof Error ? error.message.replace(/^JSON\.parse: /, "") : "";
    throw new Error(`This is no JSON. ${where}`.trim());
  }
}
