import { inject, Service } from '@angular/core';
import { PARAMETER_TYPES } from '#libs/api';
import type { ParameterType } from '#libs/api';
import { textMark } from '#libs/drafts';
import { Identity } from '../../shared/identity/identity';
import { writeItem } from '../../shared/storage/browser-storage';
import { readStored, writeStored } from '../../shared/storage/stored-signal';
import type { StudioTab } from '../tabs/studio-tab';

/** What a person gave a parameter: null is NULL, `type` null leaves it to the database. */
export interface GivenValue {
  readonly value: string | null;
  readonly type: ParameterType | null;
}

export type GivenValues = Readonly<Record<string, GivenValue>>;

/** The values that were given last under one key, the newest last. */
interface Remembered {
  readonly key: string;
  readonly values: GivenValues;
}

const KEY = 'dw.studio.parameters';
const MAX_KEYS = 150;
/** A longer value would crowd out the others; it is given anew. */
const MAX_CHARACTERS = 10_000;

/**
 * Remembers in this browser which values the parameters of a text were given: for the saved query, else for the tab,
 * else for the same text wherever it stands. They are never sent anywhere but with a run. People who share a browser have
 * keys apart.
 */
@Service()
export class ParameterMemory {
  private readonly key = inject(Identity).personalKey(KEY);
  /** What the browser had no room for, or keeps for no page. */
  private unkept: readonly Remembered[] = [];

  constructor() {
    // An earlier version kept the values of all people under one key.
    if (this.key !== KEY) writeItem(KEY, null);
  }

  /** The values known for these names; a name without one is left out. */
  find(tab: StudioTab, sql: string, names: readonly string[]): GivenValues {
    const stored = this.read();
    const kept = keysOf(tab, sql).map((key) => stored.find((one) => one.key === key)?.values ?? {});
    const found = names.flatMap((name) => {
      const values = kept.find((one) => Object.hasOwn(one, name));
      return values?.[name] ? [[name, values[name]] as const] : [];
    });
    return Object.fromEntries(found);
  }

  /** Takes the values of a run; those under other names stay. */
  keep(tab: StudioTab, sql: string, values: GivenValues): void {
    const short = Object.entries(values).filter(([, { value }]) => (value?.length ?? 0) <= MAX_CHARACTERS);
    const keys = keysOf(tab, sql);
    const before = this.read();
    const kept = keys.map((key) => {
      const known = before.find((one) => one.key === key)?.values ?? {};
      return { key, values: { ...known, ...Object.fromEntries(short) } };
    });
    const isKept = writeStored(this.key, withNewer(before, kept));
    this.unkept = isKept ? [] : withNewer(this.unkept, kept);
  }

  /** Anew each time: another window may have written. */
  private read(): readonly Remembered[] {
    return withNewer(readStored(this.key, [], isRemembered), this.unkept);
  }
}

/** The newer ones take the place of those under the same keys; the oldest go where there are too many. */
function withNewer(older: readonly Remembered[], newer: readonly Remembered[]): readonly Remembered[] {
  const keys = new Set(newer.map(({ key }) => key));
  return [...older.filter(({ key }) => !keys.has(key)), ...newer].slice(-MAX_KEYS);
}

function keysOf(tab: StudioTab, sql: string): string[] {
  const queryId = tab.saved?.queryId;
  return [...(queryId === undefined ? [] : [`query ${queryId}`]), `tab ${tab.id}`, `text ${textMark(sql)}`];
}

function isRemembered(value: unknown): value is readonly Remembered[] {
  return (
    Array.isArray(value) &&
    value.every((one) => isObject(one) && typeof one['key'] === 'string' && areValues(one['values']))
  );
}

function areValues(values: unknown): boolean {
  return isObject(values) && Object.values(values).every((one) => isObject(one) && isGiven(one));
}

function isGiven({ value, type }: Record<string, unknown>): boolean {
  const isType = type === null || PARAMETER_TYPES.some((known) => known === type);
  return isType && (value === null || typeof value === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
