import type { Connection, RunRequest } from '#libs/api';
import type { SqlDialect } from '#libs/sql';
import { marksProduction } from '#libs/write-safety';
import { Problem } from '../platform/index.js';
import type { TextThreads } from '../platform/index.js';

/**
 * Throws `confirmation-needed` with all findings where a text would destroy data on a connection whose colour marks
 * production, and nobody has confirmed it. It is a question, no guard: what functions do is not seen.
 */
export async function refuseUnconfirmed(
  threads: TextThreads,
  request: RunRequest,
  connection: Connection,
  dialect: SqlDialect,
): Promise<void> {
  const isSafe = connection.read_only || !marksProduction(connection.colour);
  if (isSafe || request.confirm_destructive === true) return;
  const findings = await threads.run('destructiveFindings', request.sql, dialect);
  if (findings.length === 0) return;
  const sentences = findings.slice(0, 3).map(({ sentence }) => sentence);
  const more = findings.length > sentences.length ? ` And ${findings.length - sentences.length} more.` : '';
  throw new Problem('confirmation-needed', `${sentences.join(' ')}${more} Nothing was run.`, { findings });
}
