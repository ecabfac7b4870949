import type { Cell, ResultRow } from '#libs/api';
import type { ParameterValue } from '#libs/sql';
import { noopSink } from '../../connections/index.js';
import type { Session } from '../../connections/index.js';
import { Problem } from '../../platform/index.js';
import { POSTGIS_SCHEMA, transformStatement } from './transform.sql.js';

/** One geometry that cannot be transformed fails its statement; it is looked for by halves, so many statements long. */
const MAX_FAILURES = 300;
const BATCH_ROWS = 1_000;
const BATCH_CHARACTERS = 4_000_000;

/** Transforms geometries in a session of a database with PostGIS. */
export class Transformer {
  private failures = 0;
  private statement = '';

  constructor(
    private readonly session: Session,
    private readonly signal: AbortSignal,
  ) {}

  /** WKB of each in degrees, in their order; null for those that cannot be. Throws `cannot-transform`. */
  async transform(texts: readonly string[]): Promise<Cell[]> {
    this.statement = transformStatement(await this.schema());
    const answers: Cell[] = [];
    for (const batch of batchesOf(texts)) answers.push(...(await this.batch(batch)));
    return answers;
  }

  private async schema(): Promise<string> {
    const rows = await this.rows(POSTGIS_SCHEMA, []);
    const schema = rows?.[0]?.[0] ?? null;
    if (schema === null)
      throw new Problem(
        'cannot-transform',
        'This database has no PostGIS. Install the extension, or choose a connection that has it.',
      );
    return schema;
  }

  private async batch(texts: readonly string[]): Promise<Cell[]> {
    if (this.failures >= MAX_FAILURES) return texts.map(() => null);
    const value: ParameterValue = { name: '1', text: JSON.stringify(texts), type: null };
    const rows = await this.rows(this.statement, [value]);
    if (rows !== null) return rows.map(([cell = null]) => cell);
    this.failures += 1;
    if (texts.length === 1) return [null];
    const middle = Math.ceil(texts.length / 2);
    return [...(await this.batch(texts.slice(0, middle))), ...(await this.batch(texts.slice(middle)))];
  }

  /** Null where the database refuses the statement. Throws where it cannot be asked any more. */
  private async rows(sql: string, values: readonly ParameterValue[]): Promise<ResultRow[] | null> {
    const rows: ResultRow[] = [];
    const sink = { ...noopSink, row: (row: ResultRow) => rows.push(row) > 0 };
    const outcome = await this.session.run(sql, sink, this.signal, values);
    if (outcome.status === 'succeeded') return rows;
    if (outcome.status === 'cancelled')
      throw new Problem('connection-timeout', 'Transforming the coordinates took too long. Try fewer at once.');
    if (outcome.isSessionLost) throw new Problem('connection-unreachable', outcome.error.message);
    return null;
  }
}

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let [batch, characters]: [string[], number] = [[], 0];
  for (const text of texts) {
    if (batch.length >= BATCH_ROWS || (batch.length > 0 && characters + text.length > BATCH_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}
