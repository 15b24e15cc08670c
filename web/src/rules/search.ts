/** Finding rules by words, and showing where the words stand. */

import type { RuleView } from "../wire";

export type Filter = "all" | "ruling" | "switch" | "house" | "untested";

/** The words of a search, small and each once. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/\s+/).filter(Boolean))];
}

const haystacks = new WeakMap<RuleView, string>();

/** Everything of a rule that can be found, joined once. */
function haystack(rule: RuleView): string {
  let found = haystacks.get(rule);
  if (found === undefined) {
    found = [rule.id, rule.title, rule.text, rule.ruling, rule.option?.name, ...(rule.examples ?? [])].join("\n").toLowerCase();
    haystacks.set(rule, found);
  }
  return found;
}

/** Rules that have every word, those with the words in id or title first. */
export function matching(rules: readonly RuleView[], words: readonly string[], filter: Filter): RuleView[] {
  const kept = rules.filter((rule) => passes(rule, filter) && words.every((word) => haystack(rule).includes(word)));
  if (!words.length) return kept;
  const inHead = (rule: RuleView) => words.every((word) => `${rule.id} ${rule.title}`.toLowerCase().includes(word));
  return [...kept.filter(inHead), ...kept.filter((rule) => !inHead(rule))];
}

function passes(rule: RuleView, filter: Filter): boolean {
  if (filter === "ruling") return Boolean(rule.ruling);
  if (filter === "switch") return Boolean(rule.option);
  if (filter === "house") return rule.origin === "house";
  if (filter === "untested") return !rule.tests?.length;
  return true;
}

export interface Segment {
  text: string;
  kind: "plain" | "hit" | "rule";
}

const ID = /\b[A-Z]{2,4}-[A-Z]{2,4}-\d{1,3}[a-z]?\b/g;

/** A text cut where searched words and ids of known rules stand. */
export function segments(text: string, words: readonly string[], known: ReadonlySet<string>): Segment[] {
  const marks: { from: number; to: number; kind: "hit" | "rule" }[] = [];
  for (const found of text.matchAll(ID))
    if (known.has(found[0])) marks.push({ from: found.index, to: found.index + found[0].length, kind: "rule" });
  const small = text.toLowerCase();
  for (const word of words)
    for (let at = small.indexOf(word); at >= 0; at = small.indexOf(word, at + word.length))
      marks.push({ from: at, to: at + word.length, kind: "hit" });
  marks.sort((one, other) => one.from - other.from || other.to - one.to);
  const cut: Segment[] = [];
  let at = 0;
  for (const mark of marks) {
    if (mark.from < at) continue;
    if (mark.from > at) cut.push({ text: text.slice(at, mark.from), kind: "plain" });
    cut.push({ text: text.slice(mark.from, mark.to), kind: mark.kind });
    at = mark.to;
  }
  if (at < text.length) cut.push({ text: text.slice(at), kind: "plain" });
  return cut;
}

/** The name of a test as a sentence, and the file it stands in. */
export function testName(id: string): { name: string; file: string } {
  const [file = "", ...rest] = id.split("::");
  const name = rest.join(" ").replace(/^test_/, "").replaceAll("_", " ");
  return { name: name.charAt(0).toUpperCase() + name.slice(1), file };
}
