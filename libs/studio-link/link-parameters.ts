import { PARAMETER_TYPES } from '../api/index.js';
import type { ParameterType } from '../api/index.js';

/** The value of a parameter in a link: null is NULL, a type of null leaves it to the database. */
export interface LinkParameter {
  readonly value: string | null;
  readonly type: ParameterType | null;
}

/** The values of a text's parameters by their names. */
export type LinkParameters = Readonly<Record<string, LinkParameter>>;

/** Reads the parameters of a link; null where the value holds none, or anything else. */
export function linkParametersOf(value: unknown): LinkParameters | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([, one]) => isParameter(one))) return null;
  return Object.fromEntries(
    entries.map(([name, { value: text, type }]: [string, LinkParameter]) => [name, { value: text, type }]),
  );
}

function isParameter(value: unknown): value is LinkParameter {
  if (typeof value !== 'object' || value === null) return false;
  const { value: text, type } = value as Partial<LinkParameter>;
  return (
    (text === null || typeof text === 'string') && (type === null || PARAMETER_TYPES.some((known) => known === type))
  );
}
