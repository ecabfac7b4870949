import type { CompletionItem } from '../../api/index.js';

/** An item before it is compared with what was typed; lower groups come first. */
export interface Candidate extends CompletionItem {
  readonly group: number;
  /** The name that is compared with what was typed, in lower case, when it is not the label. */
  readonly key?: string;
}

/** The order of the groups. */
export const GROUP = {
  condition: 0,
  /** What the query selects, where it may be ordered or grouped by. */
  output: 0.5,
  column: 1,
  /** The table that a person has selected outside of the text. */
  selected: 1.5,
  alias: 2,
  namedQuery: 2,
  /** Joined by a foreign key with what is read already. */
  related: 2.5,
  onPath: 3,
  schema: 4,
  elsewhere: 5,
  userFunction: 6,
  type: 6,
  commonKeyword: 7,
  builtIn: 8,
  keyword: 9,
  system: 10,
} as const;

/** More are never shown; typing on finds the others. */
export const MAX_ITEMS = 200;

/** So many are collected before those that will not be shown are dropped. */
const MOST_KEPT = 5 * MAX_ITEMS;

interface Ranked {
  readonly candidate: Candidate;
  readonly quality: number;
}

/**
 * The candidates that fit what was typed, best first: those that begin with it, those with a word in them that does,
 * then those that contain it; within each by group, then by name.
 */
export function ranked(candidates: Iterable<Candidate>, typed: string): { items: CompletionItem[]; isCut: boolean } {
  const wanted = typed.toLowerCase();
  let best: Ranked[] = [];
  let worst: Ranked | null = null;
  let count = 0;
  for (const candidate of candidates) {
    const quality = qualityOf(candidate.key ?? candidate.label.toLowerCase(), wanted);
    if (quality === null) continue;
    count += 1;
    // Of ten thousand tables nearly all end here.
    if (worst !== null && compare(worst.quality, worst.candidate, quality, candidate) <= 0) continue;
    best.push({ candidate, quality });
    if (best.length < MOST_KEPT) continue;
    best = firstOf(best);
    worst = best.at(-1) ?? null;
  }
  const items = firstOf(best).map(({ candidate: { label, insert_text, kind, detail } }) => {
    return { label, insert_text, kind, detail };
  });
  return { items, isCut: count > MAX_ITEMS };
}

function firstOf(fitting: Ranked[]): Ranked[] {
  return fitting.sort((a, b) => compare(a.quality, a.candidate, b.quality, b.candidate)).slice(0, MAX_ITEMS);
}

/** A single letter only fits where a word begins: everything contains an e. */
function qualityOf(name: string, wanted: string): number | null {
  const place = name.indexOf(wanted);
  if (place === 0) return 0;
  if (place < 0) return null;
  for (let word = place; word > 0; word = name.indexOf(wanted, word + 1)) {
    if (/[^\p{L}\p{N}]/u.test(name[word - 1] ?? '')) return 1;
  }
  return wanted.length > 1 ? 2 : null;
}

function compare(qualityA: number, a: Candidate, qualityB: number, b: Candidate): number {
  if (qualityA !== qualityB) return qualityA - qualityB;
  if (a.group !== b.group) return a.group - b.group;
  // Columns keep the order of their table, and outputs that of the query; the sort is stable.
  if (a.group === GROUP.column || a.group === GROUP.output || a.label === b.label) return 0;
  return a.label < b.label ? -1 : 1;
}
