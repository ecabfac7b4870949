import type { z } from 'zod';
import type { FieldError } from '#libs/problem';
import { OutboundFailure } from '../../platform/index.js';
import type { SettingsReading } from './channel-kind.js';

/** Checks settings by a schema, and parts them into what may be shown and what is secret. */
export function readSettings(
  schema: z.ZodType<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, string>>,
  secretNames: readonly string[],
): SettingsReading {
  const kept = Object.fromEntries(secretNames.flatMap((name) => (name in known ? [[name, known[name]]] : [])));
  const parsed = schema.safeParse({ ...kept, ...input });
  if (!parsed.success) return { kind: 'invalid', errors: parsed.error.issues.flatMap(fieldErrors) };
  const entries = Object.entries(parsed.data).filter(([, value]) => value !== undefined);
  const isSecret = ([name]: [string, unknown]) => secretNames.includes(name);
  return {
    kind: 'valid',
    settings: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secrets: Object.fromEntries(entries.filter(isSecret)) as Record<string, string>,
  };
}

/** Turns an address that may not be reached into a mistake of one setting; null where it may. */
export function mistakeOf(name: string, check: () => unknown): FieldError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof OutboundFailure) return fieldError([name], error.message);
    throw error;
  }
}

/** One mistake for each setting that is not known, so that each has its own place. */
function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String);
  if (issue.code !== 'unrecognized_keys') return [fieldError(path, issue.message)];
  return issue.keys.map((key) => fieldError([...path, key], 'is not known here'));
}

function fieldError(path: readonly string[], detail: string): FieldError {
  return { pointer: ['/settings', ...path].join('/'), detail };
}
