/**
 * The types that a parameter's value can be sent as, in the field's terms; each engine has one of its own for each. Left
 * out, the database decides by the place where the value stands, as it does for a text in quotes.
 */
export const PARAMETER_TYPES = [
  'text',
  'integer',
  'bigint',
  'numeric',
  'double',
  'boolean',
  'date',
  'time',
  'timestamp',
  'timestamptz',
  'interval',
  'uuid',
  'json',
  'jsonb',
  'binary',
] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A value as text, as the database would read it, or null for NULL. */
export interface RunParameter {
  value: string | null;
  type?: ParameterType;
}

/**
 * The values of a text's parameters by their names: `id` for `:id`, `1` for `$1`. A bare text, number, boolean or null
 * is a value without a type.
 */
export type RunParameters = Record<string, RunParameter | string | number | boolean | null>;

/** How many parameters a text may have: fewer than any engine takes in one statement. */
export const MAX_PARAMETERS = 1000;
