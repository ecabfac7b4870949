import type { ParameterType, StatementError } from '#libs/api';
import type { ParameterValue } from '#libs/sql';

/** One byte of type and four of length, the length counting itself. */
const HEADER_BYTES = 5;

/** Bind of the unnamed statement to the unnamed portal: no values, and text for every column. */
const BIND = protocolMessage('B', Buffer.alloc(8));
const DESCRIBE_PORTAL = protocolMessage('D', Buffer.from('P\0'));
const EXECUTE_ALL = protocolMessage('E', Buffer.alloc(5));
const SYNC = protocolMessage('S', Buffer.alloc(0));

const AFTER_BIND = Buffer.concat([DESCRIBE_PORTAL, EXECUTE_ALL, SYNC]);

/** Begins at once, also where a role reads as `serializable` and `deferrable`, and on a standby, which has no such level. */
export const BEGIN_READ_ONLY = 'BEGIN ISOLATION LEVEL READ COMMITTED, READ ONLY, NOT DEFERRABLE';

/**
 * Opens the transaction around a statement of a read-only connection. The SELECT takes the transaction's first
 * snapshot: from then on the server refuses `SET TRANSACTION READ WRITE`.
 */
const READ_ONLY_HEAD = Buffer.concat([innerMessages(BEGIN_READ_ONLY), innerMessages('SELECT 1')]);
/**
 * The same where the server keeps prepared transactions: it refuses to prepare one that has exported a snapshot, whatever
 * `PREPARE TRANSACTION` looks like.
 */
export const UNPREPARABLE_SQL = `
  SELECT CASE WHEN pg_catalog.current_setting('max_prepared_transactions') OPERATOR(pg_catalog.<>) '0'
              THEN pg_catalog.pg_export_snapshot() END`;
const CHECKED_HEAD = Buffer.concat([innerMessages(BEGIN_READ_ONLY), innerMessages(UNPREPARABLE_SQL)]);
/**
 * Fails where the transaction was assigned an id, which happens with its first write, so that the COMMIT is skipped: the
 * server lets a read-only transaction run ANALYZE, REINDEX, CLUSTER and, before version 16, functions of large objects.
 * Fails also where a cursor WITH HOLD is open: its query runs in the COMMIT, behind every check.
 */
export const WRITTEN_SQL = `
  SELECT WHERE 1 OPERATOR(pg_catalog./) (pg_catalog.txid_current_if_assigned() IS NULL
                 AND NOT EXISTS (SELECT FROM pg_catalog.pg_cursor() WHERE is_holdable))::pg_catalog.int4
               OPERATOR(pg_catalog.=) 0`;
const FAIL_IF_WRITTEN = innerMessages(WRITTEN_SQL);
const READ_ONLY_AFTER_BIND = Buffer.concat([DESCRIBE_PORTAL, EXECUTE_ALL, innerMessages('COMMIT'), SYNC]);
const CHECKED_AFTER_BIND = Buffer.concat([
  DESCRIBE_PORTAL,
  EXECUTE_ALL,
  FAIL_IF_WRITTEN,
  innerMessages('COMMIT'),
  SYNC,
]);

const READ_ONLY_PRELUDES = 2;

const NO_HEAD = Buffer.alloc(0);
const RESET_HEAD = innerMessages('DISCARD ALL');
const RESET_READ_ONLY_HEAD = Buffer.concat([RESET_HEAD, READ_ONLY_HEAD]);
const RESET_CHECKED_HEAD = Buffer.concat([RESET_HEAD, CHECKED_HEAD]);

/** Object ids of the types that a person can choose; 0 leaves the type to the server. */
const TYPE_OIDS: Record<ParameterType, number> = {
  text: 25,
  integer: 23,
  bigint: 20,
  numeric: 1700,
  double: 701,
  boolean: 16,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  uuid: 2950,
  json: 114,
  jsonb: 3802,
  binary: 17,
};
const UNKNOWN_OID = 0;
const NULL_LENGTH = -1;
/** What a Bind has around its values: two names, formats of values, their number, and formats of columns. */
const BIND_FRAME_BYTES = 8;

/** How a statement is framed. */
export interface Framing {
  /** It runs inside a read-only transaction of its own. */
  readonly isReadOnly: boolean;
  /** The read-only transaction cannot be prepared, and is rolled back where the server has assigned it an id. */
  readonly refusesTransactionId: boolean;
  /** `DISCARD ALL` runs before it and is committed before it begins. */
  readonly resetsFirst: boolean;
}

/** How many statements are put before the user's own; each ends with a CommandComplete. */
export function preludesOf({ isReadOnly, resetsFirst }: Framing): number {
  return (isReadOnly ? READ_ONLY_PRELUDES : 0) + (resetsFirst ? 1 : 0);
}

/** Everything the server needs to run one statement of the extended protocol, to be sent in one write. */
export function statementMessages(sql: string, framing: Framing, values: readonly ParameterValue[] = []): Buffer {
  const head = headOf(framing);
  const after = afterBindOf(framing);
  if (values.length === 0) return withParse(head, sql, Buffer.concat([BIND, after]));
  return withParse(head, sql, Buffer.concat([bindMessage(values), after]), typesOf(values));
}

/** Object ids of the types that values were given; 0 where the server chooses. */
export function typesOf(values: readonly ParameterValue[]): number[] {
  return values.map(({ type }) => (type === null ? UNKNOWN_OID : TYPE_OIDS[type]));
}

function headOf({ isReadOnly, refusesTransactionId, resetsFirst }: Framing): Buffer {
  if (isReadOnly && refusesTransactionId) return resetsFirst ? RESET_CHECKED_HEAD : CHECKED_HEAD;
  if (isReadOnly) return resetsFirst ? RESET_READ_ONLY_HEAD : READ_ONLY_HEAD;
  return resetsFirst ? RESET_HEAD : NO_HEAD;
}

function afterBindOf({ isReadOnly, refusesTransactionId }: Framing): Buffer {
  if (!isReadOnly) return AFTER_BIND;
  return refusesTransactionId ? CHECKED_AFTER_BIND : READ_ONLY_AFTER_BIND;
}

/** Bind of the unnamed statement to the unnamed portal: every value and every column as text. */
export function bindMessage(values: readonly ParameterValue[]): Buffer {
  const lengths = values.map(({ text }) => (text === null ? NULL_LENGTH : Buffer.byteLength(text)));
  const textBytes = lengths.reduce((sum, length) => sum + 4 + Math.max(length, 0), 0);
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + BIND_FRAME_BYTES + textBytes);
  let at = buffer.write('B', 0, 'latin1');
  at = buffer.writeInt32BE(buffer.length - 1, at);
  // Two empty names, and no formats of values: all are texts.
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt16BE(values.length, at);
  for (const [index, { text }] of values.entries()) {
    at = buffer.writeInt32BE(lengths[index] ?? NULL_LENGTH, at);
    if (text !== null) at += buffer.write(text, at);
  }
  buffer.writeInt16BE(0, at);
  return buffer;
}

/** Ends a `COPY … FROM STDIN`: the copy swallowed the Sync that was sent with the statement, so it needs another. */
export function copyRefusalMessages(reason: string): Buffer {
  return Buffer.concat([protocolMessage('f', Buffer.from(`${reason}\0`)), SYNC]);
}

/** Why a text cannot be sent at all, or null: the protocol ends texts with NUL, and UTF-8 has no lone surrogates. */
export function unsendable(sql: string): StatementError | null {
  const nul = sql.indexOf('\0');
  if (nul >= 0)
    return refusal(nul, 'The statement contains a NUL character (U+0000), which PostgreSQL does not accept.');
  if (sql.isWellFormed()) return null;
  const surrogate = sql.search(/\p{Surrogate}/u);
  return refusal(surrogate, 'The statement contains half a surrogate pair, which is not a Unicode character.');
}

function refusal(index: number, text: string): StatementError {
  return { message: text, sqlstate: '22021', position: index + 1, detail: null, hint: 'Remove that character.' };
}

/** Parse, bind and execution of a statement without values, inside of a frame. */
export function innerMessages(sql: string): Buffer {
  return withParse(Buffer.alloc(0), sql, Buffer.concat([BIND, EXECUTE_ALL]));
}

/** A message of the protocol: its type, its length, its body. */
export function protocolMessage(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([head, body]);
}

/**
 * Parse of a statement, unnamed unless it has a name. Parameters have the types of an unnamed one's `types`, else those that
 * the text gives them.
 */
export function parseMessage(sql: string, name = '', types: readonly number[] = []): Buffer {
  if (name === '') return withParse(NO_HEAD, sql, NO_HEAD, types);
  return protocolMessage('P', Buffer.from(`${name}\0${sql}\0\0\0`));
}

/** Parse of the unnamed statement: an empty name, the text, and the object ids of the parameters' types. */
function withParse(before: Buffer, sql: string, after: Buffer, types: readonly number[] = []): Buffer {
  const sqlBytes = Buffer.byteLength(sql);
  const parseBytes = HEADER_BYTES + 1 + sqlBytes + 1 + 2 + 4 * types.length;
  const buffer = Buffer.allocUnsafe(before.length + parseBytes + after.length);
  let at = before.copy(buffer, 0);
  at = buffer.writeUInt8(0x50, at);
  at = buffer.writeInt32BE(parseBytes - 1, at);
  at = buffer.writeUInt8(0, at);
  at += buffer.write(sql, at);
  at = buffer.writeUInt8(0, at);
  at = buffer.writeInt16BE(types.length, at);
  for (const type of types) at = buffer.writeInt32BE(type, at);
  after.copy(buffer, at);
  return buffer;
}
