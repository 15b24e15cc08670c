/**
 * Squads and layouts as short texts that fit into an address: compact JSON, raw deflate, base64url, and a version in
 * front (`s1.` a squad, `t1.` a layout). The server's core/links.py makes and reads the same.
 */

export type LinkKind = "s" | "t";

const VERSION = 1;
const NAMES: Record<LinkKind, string> = { s: "squad", t: "table" };
/** Characters of a link beyond which nobody reads on. */
export const LONGEST = 40_000;
/** Bytes of JSON beyond which nobody unpacks on: a small text can hold a very large nothing. */
export const LARGEST = 400_000;

/** A link that cannot be read, and why, in words for people. */
export class BadLink extends Error {}

const CUT = "The link is damaged: a part of it is missing or was changed.";

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Failures are seen at the reading end; left alone, these two would be reported as nobody's.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadLink(`The link unpacks to more than ${most / 1000} kB, which is more than any ${NAMES.s} or ${NAMES.t} needs.`);
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toText(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Anything that is plain JSON as a link. */
export async function pack(kind: LinkKind, value: unknown): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(value));
  if (json.length > LARGEST) throw new BadLink(`This ${NAMES[kind]} is too large for a link; export it as a file.`);
  const packed = await through(json, new CompressionStream("deflate-raw"), LARGEST);
  const link = `${kind}${VERSION}.${toText(packed)}`;
  if (link.length > LONGEST) throw new BadLink(`This ${NAMES[kind]} is too large for a link; export it as a file.`);
  return link;
}

/** What a link holds; whether it has the right form is for the one who asked. */
export async function unpack(kind: LinkKind, link: string): Promise<unknown> {
  if (link.length > LONGEST) throw new BadLink(`The link is longer than ${LONGEST} characters.`);
  const found = /^([a-z])(\d{1,4})\.([\w-]+)$/.exec(link);
  const said = found?.[1] as LinkKind | undefined;
  if (!found || !said || !(said in NAMES)) throw new BadLink(`This is no link to a ${NAMES[kind]}.`);
  if (said !== kind) throw new BadLink(`This is a link to a ${NAMES[said]}, not to a ${NAMES[kind]}.`);
  const version = Number(found[2]);
  if (version > VERSION) throw new BadLink("A newer Sightline made this link. Update to open it.");
  if (version < VERSION) throw new BadLink("No Sightline ever made such a link.");
  let json: Uint8Array;
  try {
    json = await through(toBytes(found[3]!), new DecompressionStream("deflate-raw"), LARGEST);
  } catch (error) {
    throw error instanceof BadLink ? error : new BadLink(CUT);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(json));
  } catch {
    throw new BadLink(CUT);
  }
}

/** The link inside a whole address, or inside anything else somebody pasted; empty if there is none. */
export function linkIn(text: string): string {
  return /(?:^|[#&=/\s])([st]\d{1,4}\.[\w-]+)\s*$/.exec(text.trim())?.[1] ?? "";
}
