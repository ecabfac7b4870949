import type { ResultColumn } from '#libs/api';
import type { ResultSink } from '../../connector.js';
import type { RunStop } from '../../duckdb/run-stop.js';
import { sqliteColumnKind } from './column-kind.js';
import { columnSource } from './relation.js';
import type { BoundValues, SqliteAnswer, SqliteColumn } from './protocol.js';
import type { SqliteProcess } from './sqlite-process.js';

/** How a statement ended in the SQLite process; `lost` is the end of the process itself. */
export type ExchangeEnd =
  | { readonly kind: 'done'; readonly changes: number | null; readonly isEmpty: boolean }
  | { readonly kind: 'failed'; readonly code: number | null; readonly message: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'lost' };

/** How long a statement may take to stop by itself before its process is ended. */
const STOP_GRACE_MS = 100;
const UNKNOWN_TYPE = 'ANY';

/** Sends one statement to a SQLite process and hands on its answers until it has ended. */
export class StatementExchange {
  private hasEnded = false;

  constructor(
    private readonly process: SqliteProcess,
    private readonly sink: ResultSink,
    private readonly stop: RunStop,
  ) {}

  async run(sql: string, values: BoundValues): Promise<ExchangeEnd> {
    void this.stop.requested.then(() => this.endBySignal());
    try {
      this.process.send({ kind: 'run', sql, values });
      for (;;) {
        const answer = await this.process.next();
        const end = answer === null ? { kind: 'lost' as const } : await this.take(answer);
        if (end !== null) return this.stop.reason === null ? end : { kind: 'stopped' };
      }
    } finally {
      this.hasEnded = true;
    }
  }

  /** A statement that is sending rows stops by itself; one inside SQLite has to lose its process. */
  private async endBySignal(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, STOP_GRACE_MS));
    if (!this.hasEnded) this.process.kill();
  }

  /** The end when the answer was the last one. */
  private async take(answer: SqliteAnswer): Promise<ExchangeEnd | null> {
    if (answer.kind === 'done' || answer.kind === 'failed' || answer.kind === 'stopped') return answer;
    if (answer.kind === 'columns' && this.stop.reason === null) {
      this.sink.sources?.(answer.columns.map(columnSource));
      this.sink.columns(answer.columns.map(resultColumn));
    }
    if (answer.kind !== 'rows') return null;
    for (const row of answer.rows) {
      if (this.stop.reason !== null) break;
      if (!this.sink.row(row)) await Promise.race([this.sink.drained(), this.stop.requested]);
    }
    this.process.send({ kind: 'more' });
    return null;
  }
}

function resultColumn({ name, type, table }: SqliteColumn): ResultColumn {
  return { name, type: type ?? UNKNOWN_TYPE, kind: sqliteColumnKind(type ?? ''), table };
}
