import { Injectable } from '@nestjs/common';
import type { CatalogChange } from '#libs/catalog';
import { fittingCount } from '#libs/fair-share';
import { groupsBySize } from '#libs/lists';
import { placedParts } from '#libs/impact';
import type { ImpactItem, ImpactKind, LookedText, PlacedPart, TextImpact } from '#libs/impact';
import { Problem, TextThreads, yieldIfSpent } from '../platform/index.js';

const MEBIBYTE = 1024 ** 2;

/** Texts that are in memory at once. */
const BATCH = { count: 200, bytes: 8 * MEBIBYTE };
/** A longer text is searched for names only: reading it word by word takes seconds. */
const READ_BYTES = 2 * MEBIBYTE;
/** What is read word by word for one question. */
const MOST_READ_BYTES = 32 * MEBIBYTE;
/** What is looked at for one question. */
const MOST_BYTES = 256 * MEBIBYTE;

/** A stored SQL text: a saved query, a job. */
export interface StoredText {
  readonly id: string;
  readonly name: string;
  /** How much it may be. */
  readonly bytes: number;
}

/** Texts of one kind, in the order in which they are shown. */
export interface TextSource {
  readonly kind: ImpactKind;
  /** What several of them are called. */
  readonly many: string;
  readonly stored: readonly StoredText[];
  /** Some of the texts by id; none for one that is gone. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

interface AskedText extends LookedText {
  readonly id: string;
  readonly bytes: number;
}

/** How far one question has come. */
interface Progress {
  readBytes: number;
  bytes: number;
  unchecked: number;
}

/** Finds the stored texts that name what changes of a schema have changed. */
@Injectable()
export class StoredTexts {
  constructor(private readonly threads: TextThreads) {}

  /**
   * The texts that rely on the changes, by change. The short ones are looked at first; what is too much for one question
   * is reported as not checked.
   */
  async impact(changes: readonly CatalogChange[], source: TextSource): Promise<ImpactItem[]> {
    const parts = placedParts(changes);
    const [first] = parts;
    if (first === undefined) return [];
    const found = new Map<string, readonly TextImpact[]>();
    const progress: Progress = { readBytes: 0, bytes: 0, unchecked: 0 };
    const waiting = source.stored.toSorted((a, b) => a.bytes - b.bytes);
    while (waiting.length > 0 && progress.bytes < MOST_BYTES) {
      const sizes = waiting.slice(0, BATCH.count).map(({ bytes }) => bytes);
      const batch = waiting.splice(0, fittingCount(sizes, BATCH));
      const texts = await source.read(batch.map(({ id }) => id));
      const asked = [...texts].map(([id, sql]) => ({ id, ...lookedAs(sql, progress) }));
      for (const group of groupsBySize(asked, READ_BYTES)) {
        await yieldIfSpent();
        for (const [id, impacts] of await this.look(group, parts, progress)) found.set(id, impacts);
      }
    }
    const { kind, many } = source;
    const items: ImpactItem[] = source.stored.flatMap(({ id, name }) =>
      (found.get(id) ?? []).map(({ change, detail }) => ({ change, kind, id, name, detail })),
    );
    const unchecked = waiting.length + progress.unchecked;
    if (unchecked > 0) items.push({ ...uncheckedItem(kind, many, unchecked), change: first.change });
    return items.sort((a, b) => a.change - b.change);
  }

  /** Texts are looked at together, as each question hands over all parts; one that is too hard keeps no other from it. */
  private async look(
    group: readonly AskedText[],
    parts: readonly PlacedPart[],
    progress: Progress,
  ): Promise<readonly (readonly [string, readonly TextImpact[]])[]> {
    const texts = group.map(({ sql, isSearched }) => ({ sql, isSearched }));
    try {
      const impacts = await this.threads.run('textImpacts', texts, parts);
      return group.map(({ id }, place) => [id, impacts[place] ?? []] as const);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'text-too-hard') throw error;
    }
    if (group.length === 1) {
      progress.unchecked += 1;
      return [];
    }
    const found: (readonly [string, readonly TextImpact[]])[] = [];
    for (const one of group) found.push(...(await this.look([one], parts, progress)));
    return found;
  }
}

/** How a text is looked at, which counts for the ones behind it. */
function lookedAs(sql: string, progress: Progress): Omit<AskedText, 'id'> {
  const bytes = Buffer.byteLength(sql);
  const isSearched = bytes > READ_BYTES || progress.readBytes + bytes > MOST_READ_BYTES;
  progress.bytes += bytes;
  if (!isSearched) progress.readBytes += bytes;
  return { sql, isSearched, bytes };
}

function uncheckedItem(kind: ImpactKind, many: string, count: number): Omit<ImpactItem, 'change'> {
  return { kind, id: null, name: `${count} other ${many}`, detail: 'not checked: too much text' };
}
