import { KeyedMutex } from '#libs/async';
import { sampleRange } from '#libs/results';
import type { ListRange } from '#libs/results';
import type { SortDirection } from '#libs/api';
import { orderBy } from './engine-order-sql.js';
import type { KeyTable } from './engine-keys.js';
import type { SortSession } from './sort-engine.js';

/** Keys that are put in order to find out between which keys a page lies. */
const SAMPLED_KEYS = 16_384;
/** A sample of short columns is a small part of them, too. */
const MIN_STEP = 16;
/** Parts of an order that are sorted alone; one who reads more of it needs all of it in order. */
const MAX_WINDOWS = 8;

interface Window extends ListRange {
  readonly table: string;
}

/** Keys of the sample, as SQL; null where a page lies at an end. */
interface Bounds {
  readonly lowest: string | null;
  readonly highest: string | null;
}

/** The keys before a page. */
interface Before {
  readonly count: number;
  /** All rows of the page have the same key. */
  readonly isTied: boolean;
}

const NOTHING_BEFORE: Before = { count: 0, isTied: false };

/**
 * Parts of an order, each put in order without the rest of it: a sample of the keys says between which two a page lies,
 * one scan counts what comes before them, and what lies between is a small part that is sorted and kept.
 */
export class EngineWindows {
  private readonly windows: Window[] = [];
  private readonly mutex = new KeyedMutex();
  private sample: Promise<number> | null = null;

  constructor(
    private readonly session: SortSession,
    private readonly keys: KeyTable,
    private readonly direction: SortDirection,
  ) {}

  /** The tables that it has made. */
  get tables(): readonly string[] {
    return [this.sampleTable, ...this.windows.map(({ table }) => table)];
  }

  /** The numbers of the rows in a range of the order; null where a part of it does not do, and all of it is needed. */
  async read(range: ListRange): Promise<number[] | null> {
    const { keys, nulls } = this.keys;
    const [first, second] = this.direction === 'asc' ? [keys, nulls] : [nulls, keys];
    const numbers: number[] = [];
    for (const part of [
      { from: range.from, to: Math.min(range.to, first) },
      { from: Math.max(range.from, first), to: Math.min(range.to, first + second) },
    ]) {
      if (part.from >= part.to) continue;
      const found = await this.mutex.runExclusive('', () => this.readPart(part));
      if (found === null) return null;
      numbers.push(...found);
    }
    return numbers;
  }

  private async readPart(part: ListRange): Promise<number[] | null> {
    const window = this.windows.find(({ from, to }) => from <= part.from && part.to <= to) ?? (await this.make(part));
    if (window === null) return null;
    const from = part.from - window.from;
    const rows = await this.session.rows(
      `SELECT place FROM ${window.table} WHERE rowid >= ${from} AND rowid < ${from + part.to - part.from} ORDER BY rowid`,
    );
    return rows.map(([row]) => Number(row));
  }

  private async make(part: ListRange): Promise<Window | null> {
    if (this.windows.length === MAX_WINDOWS) return null;
    const { keys, nulls } = this.keys;
    const nullsFrom = this.direction === 'asc' ? keys : 0;
    if (part.from >= nullsFrom && part.from < nullsFrom + nulls) return this.window(nullsFrom, 'key_0 IS NULL', false);
    const window = await this.betweenKeys(part);
    return window.from <= part.from && part.to <= window.to ? window : null;
  }

  /** All rows whose keys begin as those of the wanted rows or between them; rows of equal beginnings are never parted. */
  private async betweenKeys(part: ListRange): Promise<Window> {
    const { keys, nulls, width } = this.keys;
    const isAscending = this.direction === 'asc';
    const ranks = isAscending ? part : { from: nulls + keys - part.to, to: nulls + keys - part.from };
    const { low, high } = sampleRange(ranks, keys, await this.sampled());
    const { lowest, highest } = await this.bounds(low, high);
    const before = isAscending ? lowest && `key_0 < ${lowest}` : highest && `key_0 > ${highest}`;
    const { count, isTied } = before === null ? NOTHING_BEFORE : await this.countBefore(before, lowest, highest);
    const from = (isAscending ? 0 : nulls) + count;
    const bounds = [lowest && `key_0 >= ${lowest}`, highest && `key_0 <= ${highest}`].filter((one) => one !== null);
    const condition = ['key_0 IS NOT NULL', ...bounds].join(' AND ');
    return this.window(from, condition, !isTied || width > 1);
  }

  /** Equal keys need no sorting: the engine keeps the order of their rows. */
  private async window(from: number, condition: string, isSorted: boolean): Promise<Window> {
    const { column, width } = this.keys;
    const table = `window_${column}_${this.direction}_${this.windows.length}`;
    const order = isSorted ? ` ORDER BY ${orderBy(width, this.direction)}` : '';
    const count = await this.made(
      `CREATE OR REPLACE TEMP TABLE ${table} AS SELECT rowid AS place FROM keys_${column} WHERE ${condition}${order}`,
    );
    const window = { table, from, to: from + count };
    this.windows.push(window);
    return window;
  }

  private get sampleTable(): string {
    return `sample_${this.keys.column}_${this.direction}`;
  }

  /** Keeps the beginnings of some keys in order, at random among all rows; answers with how many. */
  private sampled(): Promise<number> {
    const { column, keys } = this.keys;
    const step = Math.max(MIN_STEP, Math.ceil(keys / SAMPLED_KEYS));
    const picked = `SELECT key_0 FROM keys_${column} WHERE key_0 IS NOT NULL AND hash(rowid) % ${step} = 0`;
    const sample =
      this.sample ?? this.made(`CREATE OR REPLACE TEMP TABLE ${this.sampleTable} AS ${picked} ORDER BY key_0`);
    this.sample = sample;
    sample.catch(() => (this.sample = null));
    return sample;
  }

  /** Makes a table; answers with the number of its rows, as the engine does. */
  private async made(sql: string): Promise<number> {
    const [[count] = []] = await this.session.rows(sql);
    return Number(count);
  }

  /**
   * Two keys of the sample as parts of a variable of the engine: a scan passes over what does not compare with a constant.
   */
  private async bounds(low: number | null, high: number | null): Promise<Bounds> {
    if (low === null && high === null) return { lowest: null, highest: null };
    const name = `bounds_${this.keys.column}_${this.direction}`;
    const keyAt = (place: number | null): string =>
      place === null ? 'NULL' : `(SELECT key_0 FROM ${this.sampleTable} WHERE rowid = ${place})`;
    await this.session.rows(`SET VARIABLE ${name} = {'low': ${keyAt(low)}, 'high': ${keyAt(high)}}`);
    const part = (side: 'low' | 'high'): string => `getvariable('${name}').${side}`;
    return { lowest: low === null ? null : part('low'), highest: high === null ? null : part('high') };
  }

  /** How many keys a condition is true for, and whether both bounds are the same key. */
  private async countBefore(condition: string, lowest: string | null, highest: string | null): Promise<Before> {
    const isTied = lowest === null || highest === null ? 'false' : `${lowest} = ${highest}`;
    const [[count, tied] = []] = await this.session.rows(
      `SELECT count(*), ${isTied} FROM keys_${this.keys.column} WHERE ${condition}`,
    );
    return { count: Number(count), isTied: tied === true };
  }
}
