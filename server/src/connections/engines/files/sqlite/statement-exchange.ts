import { setTimeout } from 'node:timers/promises';
import type { ResultColumn } from '#libs/api';
import { lostAnswerHint } from '#libs/sessions';
import type { ResultSink } from '../../connector.js';
import { STOPPED_AMONG_ROWS } from '../../rows-cut.js';
import type { RunStop } from '../../duckdb/run-stop.js';
import { sqliteColumnKind } from './column-kind.js';
import { columnSource } from './relation.js';
import type { BatchRequest, BoundValues, SqliteAnswer, SqliteColumn } from './protocol.js';
import type { SqliteProcess } from './sqlite-process.js';

/** It was stopped and has kept nothing, or its process has ended; `hint` is there where it may be kept. */
export type Unanswered = { readonly kind: 'stopped' } | { readonly kind: 'lost'; readonly hint: string | null };

/** The end of a statement that was carried out; `rowsCut` as in `StatementOutcome`. */
export type Done = Extract<SqliteAnswer, { kind: 'done' }> & { readonly rowsCut?: string };
type RunEnd = Done | Extract<SqliteAnswer, { kind: 'failed' }>;
type BatchEnd = Extract<SqliteAnswer, { kind: 'ran' }>;

/** How long a statement may take to stop by itself before its process is ended. */
const STOP_GRACE_MS = 100;
/** The same for one that ends a transaction: what it has to write is there already. */
const COMMIT_GRACE_MS = 4_000;
const STOPPED = { kind: 'stopped' } as const;
const UNKNOWN_TYPE = 'ANY';

/** Sends one statement to a SQLite process and hands on its answers until it has ended. */
export class StatementExchange {
  private hasEnded = false;
  private hasDroppedRows = false;
  /** What the process has said of the statement that may be kept. */
  private keeping: Extract<SqliteAnswer, { kind: 'keeping' }> | null = null;

  constructor(
    private readonly process: SqliteProcess,
    private readonly sink: ResultSink,
    private readonly stop: RunStop,
  ) {}

  async run(sql: string, values: BoundValues): Promise<RunEnd | Unanswered> {
    return this.untilEnded(async () => {
      this.process.send({ kind: 'run', sql, values });
      for (;;) {
        const answer = await this.process.next();
        const end = answer === null ? this.lost() : await this.take(answer);
        if (end !== null) return this.withoutDropped(end);
      }
    });
  }

  /** Sends a batch, which is answered at once. */
  async runBatch(request: BatchRequest): Promise<BatchEnd | Unanswered> {
    return this.untilEnded(async () => {
      this.process.send(request);
      for (;;) {
        const answer = await this.process.next();
        if (answer === null) return this.lost();
        if (answer.kind === 'keeping') this.keeping = answer;
        if (answer.kind === 'ran') return answer;
        if (answer.kind === 'failed') return { kind: 'ran', rows: [], failed: answer };
      }
    });
  }

  private async untilEnded<End>(exchange: () => Promise<End>): Promise<End | Unanswered> {
    void this.stop.requested.then(() => this.endBySignal());
    try {
      return await exchange();
    } finally {
      this.hasEnded = true;
    }
  }

  /** A statement that is sending rows stops by itself; one inside SQLite has to lose its process. */
  private async endBySignal(): Promise<void> {
    await setTimeout(STOP_GRACE_MS, null, { ref: false });
    if (!this.hasEnded && this.keeping?.hasTransaction === true)
      await setTimeout(COMMIT_GRACE_MS - STOP_GRACE_MS, null, { ref: false });
    if (!this.hasEnded) this.process.kill();
  }

  /** The process has ended, by itself or because of a stop. */
  private lost(): Unanswered {
    const place = this.keeping === null ? null : { isReadOnly: false, hasTransaction: this.keeping.hasTransaction };
    const hint = place === null ? null : lostAnswerHint('COMMIT', 'sqlite', place);
    return hint === null && this.stop.reason !== null ? STOPPED : { kind: 'lost', hint };
  }

  /** A stop that came too late for a write must not hide that it was done. */
  private withoutDropped(end: RunEnd | Unanswered): RunEnd | Unanswered {
    if (!this.hasDroppedRows || end.kind !== 'done') return end;
    return end.changes === null ? STOPPED : { ...end, rowsCut: STOPPED_AMONG_ROWS };
  }

  /** The end when the answer was the last one. */
  private async take(answer: SqliteAnswer): Promise<RunEnd | Unanswered | null> {
    if (answer.kind === 'done' || answer.kind === 'failed' || answer.kind === 'stopped') return answer;
    if (answer.kind === 'keeping') this.keeping = answer;
    if (answer.kind === 'columns' && this.stop.reason === null) {
      this.sink.sources?.({ columns: answer.columns.map(columnSource), ownSettings: [] });
      this.sink.columns(answer.columns.map(resultColumn));
    }
    if (answer.kind !== 'rows') return null;
    for (const row of answer.rows) {
      this.hasDroppedRows ||= this.stop.reason !== null;
      if (this.hasDroppedRows) break;
      if (!this.sink.row(row)) await Promise.race([this.sink.drained(), this.stop.requested]);
    }
    this.process.send({ kind: 'more' });
    return null;
  }
}

function resultColumn({ name, type, table }: SqliteColumn): ResultColumn {
  return { name, type: type ?? UNKNOWN_TYPE, kind: sqliteColumnKind(type ?? ''), table };
}
