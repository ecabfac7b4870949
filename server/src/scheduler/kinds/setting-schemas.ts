import { z } from 'zod';
import type { FieldMeta } from '#libs/forms';
import { fieldMeta } from '../../platform/index.js';

const MAX_NAMES = 1000;
const MAX_NAME = 300;

/** Errors start with the name of the setting, which `readSettings` adds. */
const lengthError = (maxLength: number): string =>
  `must be text of at most ${maxLength.toLocaleString('en')} characters`;

/** What is wrong with a text that has to be there, behind the name of its setting. */
export function textFault(value: unknown, maxLength: number): string {
  const isMissing = value === undefined || value === null || (typeof value === 'string' && !/\S/.test(value));
  return isMissing ? 'is missing' : lengthError(maxLength);
}

/** Text that is not blank. */
export function text(maxLength: number, meta: FieldMeta = {}) {
  const error = ({ input }: { readonly input?: unknown }): string => textFault(input, maxLength);
  return z.string({ error }).max(maxLength, { error }).regex(/\S/, { error }).meta(fieldMeta(meta));
}

/** Text, empty where it is left out. */
export function optionalText(maxLength: number, meta: FieldMeta = {}) {
  const error = lengthError(maxLength);
  return z.string({ error }).max(maxLength, { error }).default('').meta(fieldMeta(meta));
}

/** Text; null where it is left out, null or empty. */
export function textOrNull(maxLength: number, meta: FieldMeta = {}) {
  const error = lengthError(maxLength);
  const known = z.string({ error }).max(maxLength, { error }).nullish();
  return known.transform((value) => (value === '' ? null : (value ?? null))).meta(fieldMeta(meta));
}

/** True or false; `otherwise` where it is left out or null. */
export function flag(otherwise: boolean, meta: FieldMeta = {}) {
  const known = z.boolean({ error: 'must be true or false' }).nullish();
  return known.transform((value) => value ?? otherwise).meta(fieldMeta({ fallback: otherwise, ...meta }));
}

/** A whole number; `otherwise` where it is left out or null. */
export function count<T extends number | null>(otherwise: T, min: number, max: number, meta: FieldMeta = {}) {
  const error = `must be a whole number from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`;
  const known = z.int({ error }).min(min, { error }).max(max, { error }).nullish();
  return known.transform((value) => value ?? otherwise).meta(fieldMeta({ fallback: otherwise, ...meta }));
}

/** One of some words, given with their labels; `otherwise` where it is left out or null. */
export function oneOf<T extends string>(
  choices: Readonly<Record<T, string>>,
  otherwise: NoInfer<T>,
  meta: FieldMeta = {},
) {
  const values = Object.keys(choices) as T[];
  const known = z.enum(values, { error: `must be one of ${values.join(', ')}` }).nullish();
  return known.transform((value) => value ?? otherwise).meta(fieldMeta({ choices, fallback: otherwise, ...meta }));
}

/** Names without repetitions; null where the list is left out, null or empty. */
export function names(meta: FieldMeta = {}) {
  const error = 'must be a list of names';
  const name = z.string({ error }).max(MAX_NAME, { error }).regex(/\S/, { error });
  const known = z.array(name, { error }).max(MAX_NAMES, { error }).nullish();
  return known
    .transform((list) => (!list?.length ? null : [...new Set(list.map((one) => one.trim()))]))
    .meta(fieldMeta(meta));
}

/** Any object; empty where it is left out or null. */
export function anyObject(meta: FieldMeta = {}) {
  const known = z.record(z.string(), z.unknown(), { error: 'must be an object' }).nullish();
  return known.transform((value) => value ?? {}).meta(fieldMeta(meta));
}
