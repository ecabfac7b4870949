import type { z } from 'zod';
import type { FieldError } from '#libs/problem';

/** Settings that a schema accepted, with defaults filled in, or what is wrong; pointers within the settings. */
export type SettingsReading<S> =
  | { readonly kind: 'valid'; readonly settings: S }
  | { readonly kind: 'invalid'; readonly errors: readonly FieldError[] };

/** Checks settings by the schema of their kind. Each setting has at most one error. */
export function readSettings<S>(schema: z.ZodType<S>, given: Readonly<Record<string, unknown>>): SettingsReading<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { kind: 'valid', settings: parsed.data };
  const errors = new Map<string, string>();
  for (const [name, detail] of parsed.error.issues.flatMap(mistakesOf)) {
    if (!errors.has(name)) errors.set(name, detail);
  }
  return { kind: 'invalid', errors: [...errors].map(([name, detail]) => ({ pointer: `/${name}`, detail })) };
}

function mistakesOf(issue: z.core.$ZodIssue): [name: string, detail: string][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [key, `there is no setting ${key}`]);
  const name = String(issue.path[0] ?? '');
  return [[name, `${name} ${issue.message}`]];
}
