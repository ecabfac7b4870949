/** The sequence of an identity or serial column: its name is SQL, and numbers are texts without loss. */
export interface ScriptSequence {
  readonly name: string;
  /** True where the server gives it this name by itself. */
  readonly has_usual_name: boolean;
  readonly is_identity: boolean;
  readonly is_unlogged: boolean;
  readonly type: string;
  readonly start: string;
  readonly increment: string;
  readonly min: string;
  readonly max: string;
  readonly cache: string;
  readonly cycles: boolean;
}

/** Bits of the types that a sequence may have. */
const BITS: Readonly<Record<string, bigint>> = { smallint: 15n, integer: 31n, bigint: 63n };

/** The options of a sequence that are not the defaults of its type and direction. */
export function sequenceOptions({ type, start, increment, min, max, cache, cycles }: ScriptSequence): string[] {
  const limit = 2n ** (BITS[type] ?? 63n);
  const isDescending = increment.startsWith('-');
  const [usualMin, usualMax] = isDescending ? [-limit, -1n] : [1n, limit - 1n];
  const options: string[] = [];
  if (start !== (isDescending ? max : min)) options.push(`START WITH ${start}`);
  if (increment !== '1') options.push(`INCREMENT BY ${increment}`);
  if (min !== String(usualMin)) options.push(`MINVALUE ${min}`);
  if (max !== String(usualMax)) options.push(`MAXVALUE ${max}`);
  if (cache !== '1') options.push(`CACHE ${cache}`);
  if (cycles) options.push('CYCLE');
  return options;
}
