import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { ChainCheck } from '#libs/audit';
import type { ChainBreak, ChainHead } from '#libs/audit';
import type { AuditVerification } from '#libs/api';
import { AUDIT_COLUMNS, readableEntry } from './audit-row.js';
import type { AuditRow } from './audit-row.js';
import { HEADS_FILE, headOf, readHeads } from './head-notes.js';
import { sha256 } from './sha256.js';
import { verificationOf } from './verification-of.js';

/** Exit codes: 0 the chain is sound, 1 it is broken, 2 it could not be checked. */
export interface VerifyOutcome {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

const USAGE = 'usage: audit-verify [<state directory or file>] [--head <sequence>:<hash>]…';
const BUSY_TIMEOUT_MS = 5000;
const ROWS_AFTER = `SELECT ${AUDIT_COLUMNS.join(', ')} FROM audit_entry WHERE sequence > $1 ORDER BY sequence LIMIT 5000`;

const WORDS: Record<ChainBreak, string> = {
  changed: 'is not what it was when it was written, or the one before it was exchanged',
  missing: 'is missing',
  replaced: 'is another one than was noted earlier: the audit was written anew',
};

/**
 * Checks the audit of a state, also while a workbench runs on it, or of a copy. `parameters` are those of the command
 * line; without a path the state is that of `env`: its Postgres, or its state directory. Heads beside the state and those of `--head` have to be met.
 */
export async function verifyState(
  parameters: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): Promise<VerifyOutcome> {
  try {
    const { file, heads, url } = readParameters(parameters, env, cwd);
    // Heads first: one that is noted meanwhile is of an entry that is read then.
    const kept = [...(await readHeads(join(dirname(file), HEADS_FILE))), ...heads];
    const verification = url === null ? check(file, kept) : await checkPostgres(url, kept);
    return { exitCode: verification.valid ? 0 : 1, text: describe(verification) };
  } catch (error) {
    return { exitCode: 2, text: `The audit cannot be checked: ${(error as Error).message}\n` };
  }
}

function readParameters(
  parameters: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): { file: string; heads: ChainHead[]; url: string | null } {
  const options = { head: { type: 'string', multiple: true, default: [] as string[] } } as const;
  const { values, positionals } = parseArgs({ args: [...parameters], options, allowPositionals: true });
  if (positionals.length > 1) throw new Error(USAGE);
  const path = resolve(cwd, positionals[0] ?? env.WORKBENCH_HOME ?? '.workbench');
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const heads = values.head.map((text) => {
    const head = headOf(text);
    if (head === null) throw new Error(`"${text}" is not a head; ${USAGE}`);
    return head;
  });
  // A path that is given is a state in a file, whatever the environment says.
  const named = env.STATE_DATABASE_URL?.trim() ?? '';
  const url = positionals.length === 0 && named !== '' ? named : null;
  return { file: isFolder || url !== null ? join(path, 'state.sqlite') : path, heads, url };
}

function check(file: string, kept: readonly ChainHead[]): AuditVerification {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) throw new Error(`there is no ${file}`);
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const run = new ChainCheck(sha256, kept);
    // One statement sees one moment of the database, whatever is added meanwhile.
    const rows = database.prepare(`SELECT ${AUDIT_COLUMNS.join(', ')} FROM audit_entry ORDER BY sequence`).iterate();
    for (const row of rows as IterableIterator<AuditRow>) run.add(row.sequence, readableEntry(row));
    return verificationOf(run);
  } finally {
    database.close();
  }
}

/** As `check`, of a state in Postgres; one transaction sees one moment of it. */
async function checkPostgres(url: string, kept: readonly ChainHead[]): Promise<AuditVerification> {
  const client = new pg.Client({ connectionString: url, application_name: 'data-workbench-audit' });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const run = new ChainCheck(sha256, kept);
    for (let after: number | null = 0; after !== null;) {
      const { rows }: pg.QueryResult<AuditRow> = await client.query(ROWS_AFTER, [after]);
      for (const row of rows) run.add(row.sequence, readableEntry(row));
      after = rows.at(-1)?.sequence ?? null;
    }
    return verificationOf(run);
  } finally {
    await client.end();
  }
}

function describe({ valid, entries, broken_at, reason, head }: AuditVerification): string {
  const count = `${entries.toLocaleString('en')} ${entries === 1 ? 'entry' : 'entries'}`;
  const sound = head === null ? '' : `Head: ${head.sequence}:${head.hash}\n`;
  if (valid) return `The audit is sound: ${count}.\n${sound}`;
  const where = `The audit is broken: entry ${broken_at ?? 0} ${reason === null ? '' : WORDS[reason]}.`;
  return `${where} There are ${count}; those before ${broken_at ?? 0} are sound.\n${sound}`;
}
