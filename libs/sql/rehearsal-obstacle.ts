import { clientCommand } from './client-command.js';
import { splitStatements } from './split-statements.js';
import { sqlTokens } from './sql-tokens.js';

/** A statement that cannot be tried out in a transaction that is rolled back. */
export interface RehearsalObstacle {
  /** What it is called: `CREATE INDEX CONCURRENTLY`. */
  readonly name: string;
  /** 0-based UTF-16 offset into the text. */
  readonly offset: number;
  /** Why, or what to do instead: a full sentence. */
  readonly hint: string;
}

const FIRST_TOKENS = 40;

const OWN_TRANSACTION = 'Leave it out: everything runs in one transaction, which is rolled back in the end.';
const NO_TRANSACTION = 'PostgreSQL does not run it inside a transaction, so it cannot be taken back.';
const REACHES_OUT = 'It reaches beyond the database, which no rollback takes back.';

/** Statements by their first words; the first pattern that fits counts. `$1` and the like are filled into the name. */
const OBSTACLES: readonly (readonly [pattern: RegExp, name: string, hint: string])[] = [
  [/^(BEGIN|START TRANSACTION|COMMIT PREPARED|ROLLBACK PREPARED|PREPARE TRANSACTION)\b/, '$1', OWN_TRANSACTION],
  [/^(COMMIT|END|ROLLBACK|ABORT|SAVEPOINT|RELEASE)\b/, '$1', OWN_TRANSACTION],
  [/^(VACUUM)\b/, '$1', NO_TRANSACTION],
  [/^((?:CREATE|DROP) (?:DATABASE|TABLESPACE|SUBSCRIPTION))\b/, '$1', NO_TRANSACTION],
  [/^(ALTER (?:SYSTEM|SUBSCRIPTION))\b/, '$1', NO_TRANSACTION],
  [/^ALTER DATABASE .* SET TABLESPACE\b/, 'ALTER DATABASE … SET TABLESPACE', NO_TRANSACTION],
  [
    /^CREATE (UNIQUE )?INDEX CONCURRENTLY\b/,
    'CREATE $1INDEX CONCURRENTLY',
    `${NO_TRANSACTION} Leave CONCURRENTLY out.`,
  ],
  [/^DROP INDEX CONCURRENTLY\b/, 'DROP INDEX CONCURRENTLY', `${NO_TRANSACTION} Leave CONCURRENTLY out.`],
  [/^REINDEX (?:\( [^)]* \) )?(SCHEMA|DATABASE|SYSTEM)\b/, 'REINDEX $1', NO_TRANSACTION],
  [/^REINDEX .*\bCONCURRENTLY\b/, 'REINDEX … CONCURRENTLY', `${NO_TRANSACTION} Leave CONCURRENTLY out.`],
  [/^ALTER TABLE .* DETACH PARTITION .* CONCURRENTLY\b/, 'DETACH PARTITION … CONCURRENTLY', NO_TRANSACTION],
  [/^CLUSTER(?: VERBOSE| \( [^)]* \))?$/, 'CLUSTER', `${NO_TRANSACTION} Name a table.`],
  [/^(DISCARD ALL)\b/, '$1', NO_TRANSACTION],
  [/^COPY .*\b(?:TO|FROM) (?:PROGRAM|')/, 'COPY … with a file or program of the server', REACHES_OUT],
  [/^COPY .*\bPROGRAM\b/, 'COPY … PROGRAM', REACHES_OUT],
];

/**
 * Everything in a text for Postgres that cannot be rehearsed, in its order: commands of a client, statements that begin
 * or end transactions, those that Postgres runs outside of transactions only, and COPY to or from a file or program of
 * the server. What functions do is not seen.
 */
export function rehearsalObstacles(text: string): RehearsalObstacle[] {
  const command = clientCommand(text, 'postgres');
  const found: RehearsalObstacle[] = [];
  if (command !== null) found.push({ name: command.command, offset: command.offset, hint: command.hint });
  for (const { sql, start } of splitStatements(text, 'postgres')) {
    if (command !== null && start <= command.offset && command.offset < start + sql.length) continue;
    const obstacle = obstacleOf(sql);
    if (obstacle !== null) found.push({ ...obstacle, offset: start });
  }
  return found.sort((a, b) => a.offset - b.offset);
}

function obstacleOf(sql: string): Omit<RehearsalObstacle, 'offset'> | null {
  const head: string[] = [];
  for (const { text } of sqlTokens(sql, 'postgres')) {
    if (head.length === FIRST_TOKENS) break;
    head.push(text);
  }
  const words = head.join(' ');
  for (const [pattern, name, hint] of OBSTACLES) {
    const match = pattern.exec(words);
    if (match !== null) return { name: name.replace('$1', match[1] ?? ''), hint };
  }
  return null;
}
