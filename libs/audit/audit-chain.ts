import type { AuditEntry } from '../api/index.js';
import { canonicalJson } from './canonical-json.js';

/** SHA-256 of a text's UTF-8 bytes, in lower-case hex. */
export type Sha256 = (text: string) => string;

/** An entry before it has a hash. */
export type UnsealedEntry = Omit<AuditEntry, 'hash'>;

/** Where a chain stands: how many entries it has, and the hash of the last. */
export type ChainHead = Pick<AuditEntry, 'sequence' | 'hash'>;

/** Where every chain begins. */
export const CHAIN_BEGIN: ChainHead = { sequence: 0, hash: '0'.repeat(64) };

/**
 * Why a chain is broken. `changed`: an entry is not what it was when its successor or its own hash was made; `missing`: an
 * entry is not there; `replaced`: the entries fit together, but not with a head that was kept earlier.
 */
export type ChainBreak = 'changed' | 'missing' | 'replaced';

/** The first place where a chain is broken. */
export interface ChainBreakPosition {
  readonly sequence: number;
  readonly reason: ChainBreak;
}

/** The hash of an entry: SHA-256 over the hash before it, a line feed, and the canonical JSON of all its fields. */
export function entryHash(
  previousHash: string,
  { hash: _, ...entry }: UnsealedEntry & { hash?: string },
  sha256: Sha256,
): string {
  return sha256(`${previousHash}\n${canonicalJson(entry)}`);
}

/** Makes the next entry of a chain out of a fact. */
export function chainEntry(head: ChainHead, fact: Omit<UnsealedEntry, 'sequence'>, sha256: Sha256): AuditEntry {
  const entry = { ...fact, sequence: head.sequence + 1 };
  return { ...entry, hash: entryHash(head.hash, entry, sha256) };
}

/**
 * Checks a chain from its begin, one entry after the other in their order, against itself and against heads that were
 * kept earlier. The first break is kept; what comes after it is not looked at.
 */
export class ChainCheck {
  private head = CHAIN_BEGIN;
  private broken: ChainBreakPosition | null = null;
  private count = 0;
  private readonly kept: ReadonlyMap<number, readonly string[]>;

  /** `keptHeads` in any order; heads that contradict each other cannot both be met. */
  constructor(
    private readonly sha256: Sha256,
    keptHeads: Iterable<ChainHead> = [],
  ) {
    const kept = new Map<number, string[]>();
    for (const { sequence, hash } of keptHeads) kept.set(sequence, [...(kept.get(sequence) ?? []), hash]);
    this.kept = kept;
  }

  /** Takes the next entry; null stands for one that cannot be read. */
  add(sequence: number, entry: AuditEntry | null): void {
    this.count += 1;
    if (this.broken !== null) return;
    const next = this.head.sequence + 1;
    const hash = entry && entryHash(this.head.hash, entry, this.sha256);
    if (sequence !== next) this.broken = { sequence: next, reason: 'missing' };
    else if (hash === null || hash !== entry?.hash) this.broken = { sequence, reason: 'changed' };
    else if (this.kept.get(sequence)?.some((one) => one !== hash)) this.broken = { sequence, reason: 'replaced' };
    else this.head = { sequence, hash };
  }

  /** Entries taken so far. */
  get entries(): number {
    return this.count;
  }

  /** The last entry up to which all is as it was. */
  get soundHead(): ChainHead {
    return this.head;
  }

  /** The first break, once all entries were taken; null for a chain that is sound. */
  get brokenAt(): ChainBreakPosition | null {
    if (this.broken !== null) return this.broken;
    for (const sequence of this.kept.keys()) {
      if (sequence > this.head.sequence) return { sequence: this.head.sequence + 1, reason: 'missing' };
    }
    return null;
  }
}
