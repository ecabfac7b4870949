import type { FieldChoice, FieldCondition, FieldValue, FormField } from './form-field.js';

/** What the fields of a form hold while it is filled in, by name: a switch is true or false, everything else text. */
export type FormDraft = Readonly<Record<string, string | boolean>>;

/** The draft of a new form, which starts with `given` and with the initial values of the fields. */
export function newDraft(fields: readonly FormField[], given: Readonly<Record<string, unknown>> = {}): FormDraft {
  return draftFrom(fields, (field) => given[field.name] ?? field.initial);
}

/** The draft of a form for settings that exist. Secrets are not part of them, so their fields are empty. */
export function draftOf(fields: readonly FormField[], settings: Readonly<Record<string, unknown>>): FormDraft {
  return draftFrom(fields, (field) => settings[field.name]);
}

/**
 * The draft with another value in a field. Presets of a new choice replace those of the choice before, and a choice that
 * is no longer offered is cleared.
 */
export function changedDraft(
  fields: readonly FormField[],
  draft: FormDraft,
  name: string,
  value: string | boolean,
): FormDraft {
  const changed = { ...draft, ...presetsFor(fields, draft, name, value), [name]: value };
  const isOffered = (field: FormField) =>
    shownChoices(field, fields, changed).some((choice) => choice.value === changed[field.name]);
  const lost = fields.filter((field) => field.choices?.some(({ shown_if: shownIf }) => shownIf?.field === name));
  return {
    ...changed,
    ...Object.fromEntries(lost.filter((field) => !isOffered(field)).map((field) => [field.name, ''])),
  };
}

/** The fields whose condition holds. */
export function shownFields(fields: readonly FormField[], draft: FormDraft): FormField[] {
  return fields.filter(({ shown_if: condition }) => holds(condition, fields, draft));
}

/** The choices of a field whose condition holds. */
export function shownChoices(field: FormField, fields: readonly FormField[], draft: FormDraft): FieldChoice[] {
  return (field.choices ?? []).filter(({ shown_if: condition }) => holds(condition, fields, draft));
}

/** The settings that a draft without mistakes stands for. Fields that are empty or not shown are left out. */
export function settingsOf(fields: readonly FormField[], draft: FormDraft): Record<string, unknown> {
  const entries = shownFields(fields, draft).map((field) => [field.name, valueOf(field, draft)] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** An item of a list in lines: a comma inside of a quoted name is part of it. */
const ITEM = /(?:[^\n,"]|"[^"\n]*"?)+/g;

/** The items of a list as it is typed. */
export function itemsOf({ rows }: Pick<FormField, 'rows'>, text: string): string[] {
  const items = rows === undefined ? text.split(/[\s,;]+/) : (text.match(ITEM) ?? []);
  return items.flatMap((item) => item.trim() || []);
}

/** The trimmed text of a field; that of SQL is as it was typed. */
export function textOf({ name, type }: FormField, draft: FormDraft): string {
  const value = draft[name] ?? '';
  const text = typeof value === 'string' ? value : '';
  return type === 'sql' && text.trim() !== '' ? text : text.trim();
}

function valueOf(field: FormField, draft: FormDraft): unknown {
  if (field.type === 'switch') return (draft[field.name] === true) !== (field.inverted === true);
  const text = textOf(field, draft);
  if (text === '') return undefined;
  if (field.type === 'number') return Number(text);
  if (field.type === 'list') return itemsOf(field, text);
  return field.format === 'json' ? (JSON.parse(text) as unknown) : text;
}

function draftFrom(fields: readonly FormField[], valueIn: (field: FormField) => unknown): FormDraft {
  return Object.fromEntries(fields.map((field) => [field.name, shownValue(field, valueIn(field) ?? null)]));
}

function shownValue(field: FormField, value: unknown): string | boolean {
  if (field.type === 'switch') {
    return (typeof value === 'boolean' ? value : field.default === true) !== (field.inverted === true);
  }
  if (Array.isArray(value)) return value.join(field.rows === undefined ? ', ' : '\n');
  if (field.format === 'json') return isEmptyObject(value) ? '' : JSON.stringify(value, null, 2);
  const shown = value ?? (field.type === 'choice' ? field.default : null);
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : '';
}

function isEmptyObject(value: unknown): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function presetsFor(
  fields: readonly FormField[],
  draft: FormDraft,
  name: string,
  value: string | boolean,
): Record<string, string | boolean> {
  const choices = fields.find((field) => field.name === name)?.choices ?? [];
  const before = choices.find((choice) => choice.value === draft[name])?.presets ?? {};
  const after = choices.find((choice) => choice.value === value)?.presets ?? {};
  const isUsual = (field: FormField): boolean =>
    draft[field.name] === '' || draft[field.name] === shownValue(field, before[field.name] ?? null);
  const preset = fields.filter((field) => field.name in after && isUsual(field));
  return Object.fromEntries(preset.map((field) => [field.name, shownValue(field, after[field.name])]));
}

function holds(condition: FieldCondition | undefined, fields: readonly FormField[], draft: FormDraft): boolean {
  if (condition === undefined) return true;
  const field = fields.find(({ name }) => name === condition.field);
  const value = field === undefined ? undefined : comparable(field, draft);
  return condition.is.some((wanted) => wanted === (value ?? null));
}

/** A number that is being typed is compared as far as it is one. */
function comparable(field: FormField, draft: FormDraft): FieldValue | undefined {
  if (field.format === 'json' || field.type === 'list') return textOf(field, draft) || null;
  return valueOf(field, draft) as FieldValue | undefined;
}
