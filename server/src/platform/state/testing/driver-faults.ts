import Database from 'better-sqlite3';

/** An error that SQLite reports at one step of a unit of work. */
export interface DriverFault {
  /** What the statement begins with. */
  readonly step: string;
  /** How many such statements succeed before. */
  readonly after: number;
  readonly code: string;
  /** Whether SQLite has done what it reports to have failed. */
  readonly isDone: boolean;
  /** Whether SQLite rolls the transaction back by itself, as it may with these errors. */
  readonly rollsBack: boolean;
}

type Prepare = (this: Database, sql: string) => Database.Statement;

const { prepare } = Database.prototype as { prepare: Prepare };

/** Makes statements of better-sqlite3 fail, on every connection of this process, until `stop` is called. */
export class DriverFaults {
  /** While set, no statement of a state succeeds. */
  isDown = false;
  private readonly waiting: (DriverFault & { left: number })[] = [];
  /** Statements before the state vanishes; null where it does not. */
  private statementsLeft: number | null = null;

  start(): void {
    const fail = (database: Database, sql: string, run: () => unknown) => this.runOrFail(database, sql, run);
    Database.prototype.prepare = function (this: Database, sql: string) {
      const statement = prepare.call(this, sql);
      const [run, all] = [statement.run.bind(statement), statement.all.bind(statement)];
      statement.run = (...values) => fail(this, sql, () => run(...values)) as ReturnType<typeof run>;
      statement.all = (...values) => fail(this, sql, () => all(...values)) as unknown[];
      return statement;
    };
  }

  stop(): void {
    Database.prototype.prepare = prepare;
  }

  /** Has the faults happen, each once, and nothing that was to happen earlier. */
  expect(faults: readonly DriverFault[]): void {
    this.waiting.length = 0;
    this.waiting.push(...faults.map((fault) => ({ ...fault, left: fault.after })));
  }

  /** Has the state vanish with the statement after the next `count`, and stay away until `comeBack` is called. */
  vanishAfter(count: number): void {
    this.statementsLeft = count;
  }

  /** Answers whether the state had vanished. */
  comeBack(): boolean {
    const { isDown } = this;
    this.isDown = false;
    this.statementsLeft = null;
    return isDown;
  }

  private runOrFail(database: Database, sql: string, run: () => unknown): unknown {
    if (this.statementsLeft !== null && this.statementsLeft-- === 0) this.isDown = true;
    if (this.isDown) throw Object.assign(new Error('injected outage'), { code: 'SQLITE_IOERR' });
    const fault = this.waiting.find(({ step }) => sql.startsWith(step));
    if (fault === undefined) return run();
    if (fault.left > 0) {
      fault.left -= 1;
      return run();
    }
    this.waiting.splice(this.waiting.indexOf(fault), 1);
    if (fault.isDone) run();
    if (fault.rollsBack && database.inTransaction) prepare.call(database, 'ROLLBACK').run();
    throw Object.assign(new Error(`injected ${fault.code}`), { code: fault.code });
  }
}
