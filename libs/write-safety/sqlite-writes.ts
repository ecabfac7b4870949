/** One instruction of a compiled statement, as `EXPLAIN` of SQLite lists it. */
export interface SqliteInstruction {
  readonly opcode: string;
  readonly p1: number;
  readonly p2: number;
}

/** `p1` of an instruction for the database of temporary tables, which belong to their session. */
const TEMPORARY = 1;
const ALWAYS_WRITING = new Set(['Checkpoint', 'JournalMode', 'Vacuum']);

/** Whether a compiled statement writes, by the rule of `sqlite3_stmt_readonly`; temporary tables do not count. */
export function sqliteWrites(program: readonly SqliteInstruction[]): boolean {
  return program.some(
    ({ opcode, p1, p2 }) => ALWAYS_WRITING.has(opcode) || (opcode === 'Transaction' && p2 !== 0 && p1 !== TEMPORARY),
  );
}
