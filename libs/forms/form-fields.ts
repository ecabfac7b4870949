import type { FieldChoice, FieldType, FieldValue, FormField } from './form-field.js';

/** What a schema says of a field beside its type: `label` makes a property a field, the rest is as in `FormField`. */
export interface FieldMeta extends Omit<FormField, 'name' | 'type' | 'label' | 'choices' | 'required'> {
  label?: string;
  /** The default of a schema that replaces a missing value by a transformation: JSON Schema does not show that. */
  fallback?: FieldValue;
  /** How the field is shown, where its JSON type does not decide that. */
  field?: FieldType;
  /** The labels of the values of an enumeration. */
  choices?: Readonly<Record<string, string>>;
  /** By value of an enumeration, what usually goes with it in other fields. */
  presets?: Readonly<Record<string, Record<string, FieldValue>>>;
  /** Fields are sorted by it, 0 where it is left out; those with the same order keep the order of the schema. */
  order?: number;
  /** The form asks for a value wherever the field is shown, although the schema may leave it out. */
  needed?: boolean;
}

/** JSON Schema of one setting, with the metadata of its field. */
export interface SettingSchema extends FieldMeta {
  type?: string | readonly string[];
  anyOf?: readonly SettingSchema[];
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

/** JSON Schema of settings, as requests have them. */
export interface SettingsSchema {
  properties?: Readonly<Record<string, SettingSchema>>;
  required?: readonly string[];
}

/** Members of `FormField` that the metadata gives unchanged. */
const COPIED = [
  ...(['help', 'placeholder', 'default', 'unit', 'shown_if', 'initial', 'missing', 'mismatch', 'empty'] as const),
  ...(['width', 'rows', 'format', 'inverted', 'warning', 'offer'] as const),
] as const;

/** The fields of a form for settings of a schema; properties without a label have none. */
export function formFields({ properties = {}, required = [] }: SettingsSchema): FormField[] {
  return Object.entries(properties)
    .filter(([, { label }]) => label !== undefined)
    .sort(([, { order: one = 0 }], [, { order: other = 0 }]) => one - other)
    .map(([name, setting]) => fieldOf(name, setting, required.includes(name)));
}

function fieldOf(name: string, setting: SettingSchema, isInRequired: boolean): FormField {
  const value = withoutNull(setting);
  const type = setting.field ?? typeOf(value);
  const isRequired = setting.needed === true || (isInRequired && setting.default === undefined);
  return {
    ...{ name, type, label: setting.label ?? name },
    ...(isRequired ? { required: true } : {}),
    ...given(setting),
    ...limitsOf(value, setting),
    ...(type === 'choice' && value.enum !== undefined ? { choices: choicesOf(value.enum, setting) } : {}),
  };
}

function given(setting: SettingSchema): Partial<FormField> {
  const { fallback = setting.default, format } = setting;
  // JSON Schema has formats of its own, such as that of an email address.
  const values = { ...setting, default: isValue(fallback) ? fallback : undefined, format: jsonFormat(format) };
  const entries = COPIED.map((key) => [key, values[key]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function jsonFormat(format: string | undefined): 'json' | undefined {
  return format === 'json' ? format : undefined;
}

/** A text may have a pattern that only the server checks, with its own error: `mismatch` brings it into the form. */
function limitsOf({ minimum, maximum, maxLength }: SettingSchema, setting: SettingSchema): Partial<FormField> {
  const { pattern, mismatch } = setting;
  return {
    ...(minimum === undefined || !isSafeLimit(minimum) ? {} : { min: minimum }),
    ...(maximum === undefined || !isSafeLimit(maximum) ? {} : { max: maximum }),
    ...(maxLength === undefined ? {} : { max_length: maxLength }),
    ...(pattern === undefined || mismatch === undefined ? {} : { pattern }),
  };
}

function choicesOf(values: readonly unknown[], { choices = {}, presets = {} }: SettingSchema): FieldChoice[] {
  return values.map(String).map((value) => ({
    ...{ value, label: choices[value] ?? value },
    ...(presets[value] === undefined ? {} : { presets: presets[value] }),
  }));
}

/** A setting that may be null is shown as its other alternative. */
function withoutNull(setting: SettingSchema): SettingSchema {
  return setting.anyOf?.find(({ type }) => type !== 'null') ?? setting;
}

function typeOf({ type, enum: values }: SettingSchema): FieldType {
  const [first] = [type ?? []].flat().filter((name) => name !== 'null');
  if (values !== undefined) return 'choice';
  if (first === 'boolean') return 'switch';
  if (first === 'integer' || first === 'number') return 'number';
  return first === 'array' ? 'list' : 'text';
}

function isValue(value: unknown): value is FieldValue {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The widest integers are the limits of the type, not of the setting. */
function isSafeLimit(limit: number): boolean {
  return Math.abs(limit) < Number.MAX_SAFE_INTEGER;
}
