import type { z } from 'zod';
import type { SettingCheck } from '../engine.js';
import type { Setting } from './setting.js';

/** What is wrong with a setting. */
export interface SettingMistake {
  /** The names that lead to it: a group before its member. */
  readonly path: readonly string[];
  /** What follows its name in a sentence, `must be true or false`; null where there is no such setting. */
  readonly text: string | null;
  /** Undefined for a setting that there is not. */
  readonly setting: Setting | undefined;
}

/**
 * Checks values by a schema: the first mistake of each setting, in the order of the schema. A text that the schema has for
 * a rule is used; the others follow the type of the setting. `settings` describes the schema.
 */
export function findMistakes(schema: z.ZodType, settings: readonly Setting[], values: unknown): SettingMistake[] {
  // An empty text marks what has no text in the schema.
  const { error } = schema.safeParse(values, { error: () => '', reportInput: true });
  const found = (error?.issues ?? []).flatMap((issue) => mistakesOf(issue, settings));
  const byPath = new Map<string, SettingMistake>();
  for (const mistake of found) {
    const key = JSON.stringify(mistake.path);
    if (!byPath.has(key)) byPath.set(key, mistake);
  }
  return [...byPath.values()];
}

/** Adds what an engine finds wrong beyond its schema, unless the setting has a mistake already. */
export function withChecks(
  found: readonly SettingMistake[],
  checks: readonly SettingCheck[],
  settings: readonly Setting[],
): SettingMistake[] {
  const known = new Set(found.map(({ path }) => path.join('.')));
  const added = checks.filter(({ name }) => !known.has(name));
  return [
    ...found,
    ...added.map(({ name, text }) => ({ path: [name], text, setting: settings.find((one) => one.name === name) })),
  ];
}

function mistakesOf(issue: z.core.$ZodIssue, settings: readonly Setting[]): SettingMistake[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], text: null, setting: undefined }));
  }
  const setting = settingAt(settings, path);
  return [{ path, text: issue.message || (setting === undefined ? 'is wrong' : textOf(issue, setting)), setting }];
}

/** The entries of a map have names of their own. */
function settingAt(settings: readonly Setting[], [name, ...rest]: readonly string[]): Setting | undefined {
  const setting = settings.find((one) => one.name === name);
  const inner = setting?.type === 'map' ? rest.slice(1) : rest;
  return inner.length === 0 ? setting : settingAt(setting?.members ?? [], inner);
}

function textOf(issue: z.core.$ZodIssue, { type, range, choices, maxLength }: Setting): string {
  if (issue.input === undefined) return 'is missing';
  if (type === 'integer') return `must be a whole number from ${range.min} to ${range.max}`;
  if (type === 'flag') return 'must be true or false';
  if (type === 'group' || type === 'map') return 'must be an object';
  if (type === 'choice') return `must be one of ${choices.join(', ')}`;
  if (issue.code === 'too_big') return `must have at most ${maxLength} characters`;
  return issue.code === 'invalid_type' ? 'must be text' : 'has a wrong format';
}
