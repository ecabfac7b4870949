import { PIPELINE_FORMATS } from './pipeline.js';
import type { PipelineDefinition, PipelineFormat, PipelineInput, PipelineStep } from './pipeline.js';

/** A mistake and where it is: a JSON pointer (RFC 6901). */
export interface PipelineMistake {
  readonly pointer: string;
  readonly detail: string;
}

export type PipelineReading =
  | { readonly kind: 'valid'; readonly definition: PipelineDefinition }
  | { readonly kind: 'invalid'; readonly errors: readonly PipelineMistake[] };

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;
const MOST_PARTS = 100;
const MOST_CHARS = 1_000_000;

/**
 * Reads a definition from a request, all mistakes together, each with a JSON pointer. Names are letters, digits and
 * `_`, unique whatever their case; the output is made of an input or a step; there is an input or a step at least.
 * A connection may be null: see `PipelineInput`.
 */
export function readPipeline(value: unknown): PipelineReading {
  const reader = new Reader();
  const given = reader.object(value, '', ['inputs', 'steps', 'output']);
  const inputs = reader.list(given.inputs, '/inputs').map((one, place) => reader.input(one, `/inputs/${place}`));
  const steps = reader.list(given.steps, '/steps').map((one, place) => reader.step(one, `/steps/${place}`));
  const names = [...inputs, ...steps].map(({ name }) => name);
  if (names.length === 0) reader.refuse('/inputs', 'a pipeline has an input');
  const output = reader.output(given.output, names);
  return reader.errors.length > 0
    ? { kind: 'invalid', errors: reader.errors }
    : { kind: 'valid', definition: { inputs, steps, output } };
}

type Member =
  'inputs' | 'steps' | 'output' | 'name' | 'kind' | 'connection_id' | 'sql' | 'path' | 'job_id' | 'from' | 'format';

/** Something that may be a part of a definition. */
type Given = Readonly<Partial<Record<Member, unknown>>>;

/** A map, so that no name that every object has is taken for a kind. */
const INPUT_MEMBERS: ReadonlyMap<unknown, readonly Member[]> = new Map<unknown, readonly Member[]>([
  ['file', ['name', 'kind', 'path']],
  ['output', ['name', 'kind', 'job_id']],
  ['query', ['name', 'kind', 'connection_id', 'sql']],
]);

/** A name within a JSON pointer (RFC 6901). */
function pointerPart(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

class Reader {
  readonly errors: PipelineMistake[] = [];
  private readonly taken = new Set<string>();

  refuse(pointer: string, detail: string): void {
    this.errors.push({ pointer, detail });
  }

  object(value: unknown, pointer: string, members: readonly Member[] | null): Given {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      const unknown = Object.keys(value).filter((name) => members?.every((member) => member !== name) === true);
      for (const name of unknown) this.refuse(`${pointer}/${pointerPart(name)}`, 'is not known here');
      return value;
    }
    this.refuse(pointer, 'must be an object');
    return {};
  }

  list(value: unknown, pointer: string): unknown[] {
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= MOST_PARTS) return value as unknown[];
    this.refuse(pointer, `must be a list of at most ${MOST_PARTS}`);
    return [];
  }

  input(value: unknown, pointer: string): PipelineInput {
    const kind = this.object(value, pointer, null).kind;
    const given = this.object(value, pointer, INPUT_MEMBERS.get(kind) ?? null);
    const name = this.name(given.name, pointer);
    if (given.kind === 'file') return { name, kind: 'file', path: this.text(given.path, `${pointer}/path`) };
    if (given.kind === 'output') return { name, kind: 'output', job_id: this.text(given.job_id, `${pointer}/job_id`) };
    if (given.kind !== 'query') this.refuse(`${pointer}/kind`, 'must be query, file or output');
    const connectionId =
      given.connection_id === null ? null : this.text(given.connection_id, `${pointer}/connection_id`);
    return { name, kind: 'query', connection_id: connectionId, sql: this.text(given.sql, `${pointer}/sql`) };
  }

  step(value: unknown, pointer: string): PipelineStep {
    const given = this.object(value, pointer, ['name', 'sql']);
    return { name: this.name(given.name, pointer), sql: this.text(given.sql, `${pointer}/sql`) };
  }

  output(value: unknown, names: readonly string[]): PipelineDefinition['output'] {
    const given = this.object(value, '/output', ['from', 'format', 'name']);
    const from = this.text(given.from, '/output/from');
    if (from !== '' && !names.includes(from)) this.refuse('/output/from', 'names no input and no step');
    const format = PIPELINE_FORMATS.find((candidate) => candidate === given.format);
    if (format === undefined) this.refuse('/output/format', `must be one of ${PIPELINE_FORMATS.join(', ')}`);
    const name = given.name === undefined ? from : this.text(given.name, '/output/name');
    return { from, format: format ?? ('parquet' satisfies PipelineFormat), name };
  }

  private name(value: unknown, pointer: string): string {
    if (typeof value !== 'string' || !NAME.test(value)) {
      this.refuse(`${pointer}/name`, 'must be letters, digits and _, not beginning with a digit');
      return '';
    }
    if (this.taken.has(value.toLowerCase())) this.refuse(`${pointer}/name`, 'is the name of something else');
    this.taken.add(value.toLowerCase());
    return value;
  }

  private text(value: unknown, pointer: string): string {
    if (typeof value === 'string' && value.trim() !== '' && value.length <= MOST_CHARS) return value;
    this.refuse(pointer, 'must be text');
    return '';
  }
}
