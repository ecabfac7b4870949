import type { Connection, RunRequest } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import { Problem } from '../../platform/index.js';
import type { TextThreads } from '../../platform/index.js';

/**
 * Throws `confirmation-needed` with all findings where an unconfirmed text would destroy data on a connection that
 * asks for confirmation. It is a question, no guard: what functions do is not seen.
 */
export async function requireConfirmation(
  threads: TextThreads,
  request: RunRequest,
  connection: Connection,
  dialect: SqlDialect,
): Promise<void> {
  if (connection.read_only || !connection.confirm_destructive || request.confirm_destructive === true) return;
  const findings = await threads.run('destructiveFindings', request.sql, dialect);
  if (findings.length === 0) return;
  const sentences = findings.slice(0, 3).map(({ sentence }) => sentence);
  const more = findings.length > sentences.length ? ` And ${findings.length - sentences.length} more.` : '';
  throw new Problem('confirmation-needed', `${sentences.join(' ')}${more} Nothing was run.`, { findings });
}
