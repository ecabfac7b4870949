import { itemsOf, shownFields, textOf } from './form-draft.js';
import type { FormDraft } from './form-draft.js';
import type { FormField } from './form-field.js';

/**
 * What is wrong with each field, a sentence; null where nothing is. A required field named in `kept` may be empty: its
 * stored secret stays.
 */
export function draftMistakes(
  fields: readonly FormField[],
  draft: FormDraft,
  kept: readonly string[] = [],
): Record<string, string | null> {
  const shown = new Set(shownFields(fields, draft));
  return Object.fromEntries(
    fields.map((field) => [field.name, shown.has(field) ? mistakeOf(field, draft, kept.includes(field.name)) : null]),
  );
}

function mistakeOf(field: FormField, draft: FormDraft, isKept: boolean): string | null {
  if (field.type === 'switch') return null;
  const text = textOf(field, draft);
  if (text === '') return field.required === true && !isKept ? missingText(field) : null;
  if (field.type === 'number') return isInRange(field, text) ? null : rangeText(field);
  if (field.format === 'json') return isObjectText(text) ? null : 'Enter a JSON object, or leave it empty.';
  return mismatchOf(field, field.type === 'list' ? itemsOf(field, text) : [text]);
}

function missingText({ type, missing }: FormField): string {
  return missing ?? (type === 'choice' || type === 'connection' ? 'Choose a value.' : 'Enter a value.');
}

function mismatchOf(
  { pattern, mismatch = '{value} has the wrong format.' }: FormField,
  items: string[],
): string | null {
  if (pattern === undefined) return null;
  const expression = new RegExp(pattern);
  const wrong = items.find((item) => !expression.test(item));
  return wrong === undefined ? null : mismatch.replace('{value}', () => wrong);
}

function isInRange({ min = -Infinity, max = Infinity }: FormField, text: string): boolean {
  return /^-?\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
}

function rangeText({ min, max, mismatch }: FormField): string {
  if (mismatch !== undefined) return mismatch;
  const [least, most] = [min?.toLocaleString('en'), max?.toLocaleString('en')];
  if (least !== undefined && most !== undefined) return `Enter a whole number from ${least} to ${most}.`;
  if (least !== undefined) return `Enter a whole number of at least ${least}.`;
  return most === undefined ? 'Enter a whole number.' : `Enter a whole number of at most ${most}.`;
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
