import type { QueryArrayResult } from 'pg';
import { leadingWords } from '#libs/sql';
import type { StatementOutcome } from '../../connector.js';
import type { WorkbenchClient } from '../client/workbench-client.js';
import { RAW_TEXT } from './catalog-client.js';
import type { ColumnCatalog, UncommittedNames } from './column-catalog.js';
import { namedType, tableNames } from './introspection.js';
import { UNCOMMITTED_TABLE_NAMES_SQL, UNCOMMITTED_TYPE_NAMES_SQL } from './introspection.sql.js';

/** Commands after which remembered names of tables and types may be wrong. */
const CHANGES_NAMES = /^(ALTER|DROP|IMPORT|REASSIGN)\b/;

/** Commands after which an open transaction may have names of its own. */
const MAKES_NAMES = /^(CREATE|ALTER|IMPORT|DO|CALL)\b/;

/** Commands that end a transaction, and may begin the next one; ROLLBACK also goes back to a savepoint. */
const ENDS_TRANSACTION = /^(COMMIT|ROLLBACK)$/;

/** The question runs in the person's transaction: it leaves no lock, and has limits of its own in place of theirs. */
const BEGIN_SQL = 'SAVEPOINT workbench_names';
const LIMITS_SQL = "SET LOCAL statement_timeout = '2s'; SET LOCAL lock_timeout = '1s'";
const END_SQL = 'ROLLBACK TO SAVEPOINT workbench_names; RELEASE SAVEPOINT workbench_names';
const NAMES_SQL = `${LIMITS_SQL}; ${UNCOMMITTED_TABLE_NAMES_SQL}; ${UNCOMMITTED_TYPE_NAMES_SQL}; ${END_SQL}`;

/** `ROLLBACK WORK TO`. */
const MOST_WORDS = 3;

type Succeeded = Extract<StatementOutcome, { status: 'succeeded' }>;
type TextRows = Pick<QueryArrayResult<(string | null)[]>, 'rows'>;

/** Keeps up with tables and types that a session makes, renames or removes. */
export class SessionNames {
  /** Those of its open transaction. */
  uncommitted: UncommittedNames | null = null;
  /** Its open transaction may have made names. */
  private hasMade = false;

  constructor(
    private readonly client: WorkbenchClient,
    private readonly catalog: Pick<ColumnCatalog, 'forget'>,
  ) {}

  /**
   * Takes note of a statement that has succeeded. A transaction that has made nothing is not asked: a question would take its
   * first snapshot.
   */
  async follow({ command, affectedRows }: Succeeded, sql: string): Promise<void> {
    // CREATE TABLE AS is reported as a SELECT that has counted rows in place of returning them.
    const tag = command === 'SELECT' && affectedRows !== null ? 'CREATE' : (command ?? '');
    if (CHANGES_NAMES.test(tag)) this.catalog.forget();
    const goesBack = tag === 'ROLLBACK' && leadingWords(sql, 'postgres', MOST_WORDS).includes('TO');
    const isOver = ENDS_TRANSACTION.test(tag) && !goesBack;
    if (isOver || this.client.getTransactionStatus() !== 'T') this.begin();
    else if (MAKES_NAMES.test(tag) || (goesBack && this.hasMade)) await this.learn();
  }

  private begin(): void {
    this.uncommitted = null;
    this.hasMade = false;
  }

  private async learn(): Promise<void> {
    this.hasMade = true;
    this.uncommitted = await this.ask().catch(() => null);
  }

  private async ask(): Promise<UncommittedNames> {
    const { client } = this;
    await client.query(BEGIN_SQL);
    try {
      const question = { text: NAMES_SQL, rowMode: 'array' as const, types: RAW_TEXT };
      // The driver answers several statements with a list of results.
      const answers = (await client.query(question)) as unknown as readonly TextRows[];
      const [, , tables, types] = answers.map(({ rows }) => rows);
      const named = (types ?? []).map(namedType);
      return { tables: tableNames(tables ?? []), types: new Map(named.map((type) => [type.oid, type])) };
    } catch (error) {
      await client.query(END_SQL);
      throw error;
    }
  }
}
