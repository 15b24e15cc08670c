/** A record opened from a file: looked at in this browser and kept nowhere else; a reload of the page finds it again. */

import { api } from "../app/api";
import type { Replay } from "../wire";

/** Where an opened file is shown. */
export const FILE = "file";

export interface Opened {
  replay: Replay;
  record: unknown;
}

const NAME = "sightline.record";
/** Records are some hundred kilobytes; far beyond that somebody took the wrong file. */
const LARGEST = 8_000_000;

let now: Opened | null = null;

/** Read a file and have it looked at; what is wrong with it is said by the error. */
export async function openFile(file: File): Promise<Opened> {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large for a record: ${(file.size / 1e6).toFixed(0)} MB.`);
  const text = await file.text();
  const opened = await open(text, file.name);
  try {
    sessionStorage.setItem(NAME, text);
  } catch {
    /* too large for this browser: it is there until the page is loaded again */
  }
  return opened;
}

/** The file that is open, if there is one. */
export async function openedFile(): Promise<Opened | null> {
  if (now) return now;
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(NAME);
  } catch {
    /* private windows may refuse */
  }
  return text ? open(text, "The file") : null;
}

async function open(text: string, name: string): Promise<Opened> {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw new Error(`${name} is no record: it is not JSON, or was cut short.`);
  }
  now = { replay: await api.readRecord(record), record };
  return now;
}

/** Hand a record to the browser as a file. */
export function download(record: unknown, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
