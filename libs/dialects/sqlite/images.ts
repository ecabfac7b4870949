import type { ImageRules, PlanRow, WritePlan } from '../image-rules.js';

/** The places of the columns of `EXPLAIN`: an instruction's name, its operands, and a text. */
const [OPCODE, P1, P2, P3, P4] = [1, 2, 3, 4, 5];
const MAIN = '0';
const OUTSIDE: ReadonlyMap<string, string> = new Map([
  ['AutoCommit', 'A statement that begins or ends a transaction cannot be rehearsed.'],
  ['Savepoint', 'A statement that sets or ends a savepoint cannot be rehearsed.'],
  ['Vacuum', 'VACUUM runs outside of transactions, so that it cannot be rehearsed.'],
  ['JournalMode', 'The journal mode is set outside of transactions.'],
  ['Checkpoint', 'A checkpoint runs outside of transactions.'],
]);
const WRITES_NOTHING = 'The statement writes nothing to the file, so that there is nothing to rehearse.';
/** A number of a sequence that is counted up beside a row has no name of a table in the program. */
const OWN_TABLE = /^sqlite_/i;
const CLOCK = /^(?:current_(?:date|time|timestamp)|date|time|datetime|julianday|unixepoch|strftime|timediff)\(/i;

/** The program of a statement lists its triggers and cascades as well. */
export const IMAGES: ImageRules = {
  explain: (sql) => `EXPLAIN ${sql}`,
  planOf,
  tables: (places) =>
    `SELECT DISTINCT 'main', tbl_name FROM main.sqlite_schema
     WHERE tbl_name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND rootpage IN (${(places ?? []).join(', ')}) ORDER BY 2`,
  countRows: 'count(*)',
  joined: (one, other) => `(${one} || ${other})`,
  mostRows: 100_000,
  rowIds: ['rowid', 'oid', '_rowid_'],
  // A result has up to 2,000 columns.
  mostColumns: 900,
  // The copy has no collations, and the one on the left decides.
  matches: (one, other) => `${one} = ${other}`,
  differs: (one, other) => `typeof(${one}) <> typeof(${other}) OR ${one} IS NOT ${other}`,
  writesOneTable: false,
};

function planOf(program: readonly PlanRow[]): WritePlan {
  const named = (...names: readonly string[]): PlanRow[] => program.filter((row) => names.includes(row[OPCODE] ?? ''));
  const outside = program.map((row) => OUTSIDE.get(row[OPCODE] ?? '')).find((found) => found !== undefined);
  const isWriting = named('Transaction').some((row) => row[P1] === MAIN && row[P2] !== '0');
  const opened = named('OpenWrite')
    .filter((row) => row[P3] === MAIN)
    .map((row) => row[P2]);
  const emptied = named('Clear')
    .filter((row) => row[P2] === MAIN)
    .map((row) => row[P1]);
  const writesOwn = named('Insert', 'Delete', 'Clear').some((row) => OWN_TABLE.test(row[P4] ?? ''));
  return {
    obstacle: outside ?? (isWriting ? null : WRITES_NOTHING),
    changesSchema: named('SetCookie', 'Destroy').some((row) => row[row[OPCODE] === 'Destroy' ? P3 : P1] === MAIN),
    isOpaque: named('VUpdate', 'VCreate', 'VDestroy').length > 0 || writesOwn,
    readsClock: program.some((row) => CLOCK.test(row[P4] ?? '')),
    places: [...new Set([...opened, ...emptied])].filter((page) => page !== null && page !== undefined),
  };
}
