import { countedText } from '../results/index.js';

/** Texts that are kept: how many, and their bytes in UTF-8. */
export interface TextAmount {
  readonly count: number;
  readonly bytes: number;
}

/** What of a person's texts is counted by itself. */
export type KeptTextKind = 'tabs' | 'queries' | 'changes';

const MEBIBYTE = 1024 ** 2;

/** Bytes of one kind that a person may keep where nothing else is configured: far more than people write. */
export const KEPT_TEXT_BYTES = 512 * MEBIBYTE;

/** How many of each kind a person may keep. */
export const KEPT_TEXT_COUNTS: Readonly<Record<KeptTextKind, number>> = { tabs: 1_000, queries: 5_000, changes: 500 };

/** Former texts of saved queries that a person may keep, removed queries, and tabs that are known as closed. */
export const FORMER_TEXT_COUNTS = { versions: 50_000, removed: 5_000, closedTabs: 5_000 } as const;

const WORDS: Readonly<Record<KeptTextKind, { singular: string; plural: string; sum: string; advice: string }>> = {
  tabs: {
    singular: 'open tab',
    plural: 'open tabs',
    sum: 'Your open tabs',
    advice: 'Close tabs that you do not need.',
  },
  queries: {
    ...{ singular: 'saved query', plural: 'saved queries', sum: 'Your saved queries' },
    advice: 'Delete queries that you do not need.',
  },
  changes: {
    ...{ singular: 'unapplied change set', plural: 'unapplied change sets', sum: 'Your unapplied change sets' },
    advice: 'Apply some, or delete drafts and refused ones.',
  },
};

/**
 * Why `added` cannot be kept beside `kept`, and what to remove: null where it can. A text that does not grow is always
 * kept, so that a person beyond a bound can shorten it.
 */
export function keptTextProblem(
  kind: KeptTextKind,
  kept: TextAmount,
  added: TextAmount,
  mostBytes: number,
): string | null {
  const { singular, plural, sum, advice } = WORDS[kind];
  const mostCount = KEPT_TEXT_COUNTS[kind];
  if (added.count > 0 && kept.count + added.count > mostCount)
    return `You already have ${countedText(kept.count, singular, plural)}. ${advice}`;
  if (added.bytes > 0 && kept.bytes + added.bytes > mostBytes)
    return `${sum} would take more than ${sizeText(mostBytes)} on the server. ${advice}`;
  return null;
}

function sizeText(bytes: number): string {
  return bytes < MEBIBYTE ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / MEBIBYTE)} MB`;
}

/** How many items fit into an amount, in their order: always the first. */
export function fittingCount(sizes: readonly number[], most: TextAmount): number {
  let bytes = 0;
  for (const [at, size] of sizes.entries()) {
    bytes += size;
    if (at > 0 && (at >= most.count || bytes > most.bytes)) return at;
  }
  return sizes.length;
}
