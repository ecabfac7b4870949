import type { Connection } from '#libs/api';
import { shortened } from '#libs/markup';
import { Problem } from '../../platform/index.js';
import type { TextVerdict } from './write-check.service.js';

/** Where a text stands that may only read. */
export interface ReadingText {
  readonly connection: Pick<Connection, 'name' | 'read_only'>;
  /** Of the text within the request. */
  readonly pointer: string;
  /** What to do about a text that writes, where the connection takes writes: a sentence. */
  readonly advice: string;
}

/** In characters. */
const MAX_EXCERPT = 60;

/**
 * What to say of a text that may only read, a sentence each. Throws `writes-not-allowed` for one that writes, or
 * `connection-read-only` where no setting would let it.
 */
export function noticesOf(verdict: TextVerdict, { connection, pointer, advice }: ReadingText): readonly string[] {
  if (verdict.kind === 'reads') return [];
  if (verdict.kind === 'unknown') return [`Could not check whether the SQL modifies data. ${verdict.why}`.trim()];
  const excerpt = shortened(verdict.sql.trim().replaceAll(/\s+/g, ' '), MAX_EXCERPT);
  const found = `Statement ${verdict.at + 1} modifies data: ${excerpt}`;
  const code = connection.read_only ? 'connection-read-only' : 'writes-not-allowed';
  const detail = `${found}. ${connection.read_only ? `${connection.name} is read-only: change the SQL.` : advice}`;
  throw new Problem(code, detail, { errors: [{ pointer, detail }] });
}
