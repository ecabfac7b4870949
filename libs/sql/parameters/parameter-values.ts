import { MAX_PARAMETERS, PARAMETER_TYPES } from '../../api/index.js';
import type { ParameterType } from '../../api/index.js';
import { dialectOf } from '../../dialects/index.js';
import type { SqlDialect } from '../../dialects/index.js';

/** A parameter's value on its way to an engine. */
export interface ParameterValue {
  readonly name: string;
  /** As the database reads it; null is NULL. */
  readonly text: string | null;
  /** Null leaves it to the database. */
  readonly type: ParameterType | null;
  /** True where the workbench has named it by the column that it is for. */
  readonly isColumn?: boolean;
}

/** What a value is called in a message: `the column "price"`, or `the parameter "since"`. */
export function valueLabel({ name, isColumn = false }: Pick<ParameterValue, 'name' | 'isColumn'>): string {
  return `the ${isColumn ? 'column' : 'parameter'} "${name}"`;
}

/** What `parameters` of a run say. */
export type ParametersReading =
  | { readonly kind: 'valid'; readonly values: ReadonlyMap<string, ParameterValue> }
  | { readonly kind: 'invalid'; readonly mistake: string };

const MAX_NAME = 200;
/** JSON is read into a double: another number may have been sent. */
const LOST_DIGITS = 'is a number beyond 2^53, which JSON does not keep exactly; give it as a text, with its type';

/**
 * Reads the values of a run's parameters as they came in. A bare number or boolean has the type that the engine would
 * find by itself; where the engine finds none, it is bound as what it is. Integers that JSON may have rounded are refused.
 */
export function readParameterValues(input: unknown, dialect: SqlDialect): ParametersReading {
  if (input === undefined || input === null) return { kind: 'valid', values: new Map() };
  if (typeof input !== 'object' || Array.isArray(input)) return invalid('parameters must be an object of names');
  const entries = Object.entries(input);
  if (entries.length > MAX_PARAMETERS) return invalid(`parameters must be at most ${MAX_PARAMETERS}`);
  const values = new Map<string, ParameterValue>();
  for (const [name, given] of entries) {
    if (name === '' || name.length > MAX_NAME) return invalid(`a name must have 1 to ${MAX_NAME} characters`);
    const value = readOne(name, given, dialect);
    if (typeof value === 'string') return invalid(`the value of "${name}" ${value}`);
    values.set(name, value);
  }
  return { kind: 'valid', values };
}

/** The value, or what is wrong with it. */
function readOne(name: string, given: unknown, dialect: SqlDialect): ParameterValue | string {
  if (typeof given !== 'object' || given === null) return bare(name, given, dialect);
  const { value, type = null } = given as { value?: unknown; type?: unknown };
  if (value !== null && typeof value !== 'string') return 'must be a text or null';
  if (type !== null && !isType(type)) return `has an unknown type; it must be one of ${PARAMETER_TYPES.join(', ')}`;
  return dialectOf(dialect).parameters.fault({ text: value, type }) ?? checked({ name, text: value, type });
}

function bare(name: string, given: unknown, dialect: SqlDialect): ParameterValue | string {
  if (given === null || typeof given === 'string') return checked({ name, text: given, type: null });
  if (typeof given !== 'number' && typeof given !== 'boolean') {
    return 'must be a text, a number, a boolean, null or an object with a value';
  }
  if (typeof given === 'number' && Number.isInteger(given) && !Number.isSafeInteger(given)) return LOST_DIGITS;
  return {
    name,
    text: Object.is(given, -0) ? '-0' : String(given),
    type: dialectOf(dialect).parameters.bindsOwnTypes ? typeOf(given) : null,
  };
}

function typeOf(value: number | boolean): ParameterType {
  if (typeof value === 'boolean') return 'boolean';
  return Number.isSafeInteger(value) ? 'bigint' : 'double';
}

/** Half a surrogate pair would arrive as another character. */
function checked(value: ParameterValue): ParameterValue | string {
  return value.text !== null && /\p{Surrogate}/u.test(value.text) ? 'holds half a surrogate pair' : value;
}

function isType(type: unknown): type is ParameterType {
  return PARAMETER_TYPES.some((known) => known === type);
}

function invalid(mistake: string): ParametersReading {
  return { kind: 'invalid', mistake };
}

/** Shorter values are part of many words. */
const MIN_REDACTED_LENGTH = 4;

/** Takes the values out of a message that is to be kept: databases repeat them in what they say. */
export function withoutValues(message: string, values: readonly Pick<ParameterValue, 'text'>[]): string {
  const texts = values.flatMap(({ text }) => (text === null || text === '' ? [] : [text]));
  // A value may be a part of another one, of which the rest would stay.
  texts.sort((a, b) => b.length - a.length);
  return texts.reduce((rest, text) => {
    if (text.length >= MIN_REDACTED_LENGTH) return rest.replaceAll(text, () => '…');
    return rest.replaceAll(`"${text}"`, () => '"…"').replaceAll(`'${text}'`, () => "'…'");
  }, message);
}
