import type { ParameterType } from '#libs/api';
import { shortened } from '#libs/markup';
import { valueLabel } from '#libs/sql';
import type { ParameterValue } from '#libs/sql';
import type { BoundStatement } from '../../connector.js';
import type { BatchRequest, BoundValues } from './protocol.js';

/** The values as SQLite is given them, or why one cannot be what it is said to be. */
export type BoundReading =
  { readonly kind: 'valid'; readonly values: BoundValues } | { readonly kind: 'invalid'; readonly message: string };

type Reader = (text: string) => number | bigint | Uint8Array | null;

const INT64 = 2n ** 63n;
const WHOLE = /^[+-]?\d{1,20}$/;
const REAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const TRUE = /^(?:true|t|yes|on|1)$/i;
const FALSE = /^(?:false|f|no|off|0)$/i;
const BYTES = /^(?:\\x|x')?((?:[0-9a-f]{2})*)'?$/i;

/** SQLite has four types, and turns no text into another by itself; all that is not in this list is text. */
const READERS: Partial<Record<ParameterType, Reader>> = {
  integer: whole,
  bigint: whole,
  numeric: (text) => whole(text) ?? real(text),
  double: real,
  boolean: (text) => (TRUE.test(text.trim()) ? 1n : FALSE.test(text.trim()) ? 0n : null),
  binary: (text) => {
    const digits = BYTES.exec(text.trim())?.[1];
    return digits === undefined ? null : Buffer.from(digits, 'hex');
  },
};

/** Gives each value its place and the type that was chosen for it. */
export function boundValues(values: readonly ParameterValue[]): BoundReading {
  const bound: Record<string, BoundValues[string]> = {};
  for (const [index, parameter] of values.entries()) {
    const { text, type } = parameter;
    const reader = type === null ? undefined : READERS[type];
    const value = text === null || reader === undefined ? text : reader(text);
    if (value === null && text !== null) {
      const message = `The value of ${valueLabel(parameter)} is not of the type ${type ?? 'text'}: "${excerpt(text)}".`;
      return { kind: 'invalid', message };
    }
    bound[String(index + 1)] = value;
  }
  return { kind: 'valid', values: bound };
}

/** Statements as SQLite is given them, each text once: those before the first one with a value that is not valid. */
export function boundBatch(
  statements: readonly BoundStatement[],
): Pick<BatchRequest, 'texts' | 'runs'> & { readonly invalid: string | null } {
  const texts = new Map<string, number>();
  const runs: { text: number; values: BoundValues }[] = [];
  let invalid: string | null = null;
  for (const { sql, values } of statements) {
    const bound = boundValues(values);
    if (bound.kind === 'invalid') {
      invalid = bound.message;
      break;
    }
    const text = texts.get(sql) ?? texts.size;
    texts.set(sql, text);
    runs.push({ text, values: bound.values });
  }
  return { texts: [...texts.keys()], runs, invalid };
}

function whole(text: string): bigint | null {
  const digits = text.trim();
  if (!WHOLE.test(digits)) return null;
  const value = BigInt(digits.replace('+', ''));
  return value >= -INT64 && value < INT64 ? value : null;
}

function real(text: string): number | null {
  return REAL.test(text.trim()) ? Number(text) : null;
}

function excerpt(text: string): string {
  return shortened(text, 81);
}
