import type { StatementError } from '#libs/api';

/** One byte of type and four of length, the length counting itself. */
const HEADER_BYTES = 5;

/** Bind of the unnamed statement to the unnamed portal: no values, and text for every column. */
const BIND = message('B', Buffer.alloc(8));
const DESCRIBE_PORTAL = message('D', Buffer.from('P\0'));
const EXECUTE_ALL = message('E', Buffer.alloc(5));
const SYNC = message('S', Buffer.alloc(0));

const TAIL = Buffer.concat([BIND, DESCRIBE_PORTAL, EXECUTE_ALL, SYNC]);

/**
 * Opens the transaction around a statement of a read-only connection. The SELECT takes the transaction's first
 * snapshot: from then on the server refuses `SET TRANSACTION READ WRITE`.
 */
const READ_ONLY_HEAD = Buffer.concat([inner('BEGIN READ ONLY'), inner('SELECT 1')]);
const READ_ONLY_TAIL = Buffer.concat([BIND, DESCRIBE_PORTAL, EXECUTE_ALL, inner('COMMIT'), SYNC]);

const READ_ONLY_PRELUDES = 2;

const NO_HEAD = Buffer.alloc(0);
const RESET_HEAD = inner('DISCARD ALL');
const RESET_READ_ONLY_HEAD = Buffer.concat([RESET_HEAD, READ_ONLY_HEAD]);

/** How a statement is framed. */
export interface Framing {
  /** It runs inside a read-only transaction of its own. */
  readonly isReadOnly: boolean;
  /** `DISCARD ALL` runs before it and is committed before it begins. */
  readonly resetsFirst: boolean;
}

/** How many statements are put before the user's own; each ends with a CommandComplete. */
export function preludesOf({ isReadOnly, resetsFirst }: Framing): number {
  return (isReadOnly ? READ_ONLY_PRELUDES : 0) + (resetsFirst ? 1 : 0);
}

/** Everything the server needs to run one statement of the extended protocol, to be sent in one write. */
export function statementMessages(sql: string, { isReadOnly, resetsFirst }: Framing): Buffer {
  const head = resetsFirst ? (isReadOnly ? RESET_READ_ONLY_HEAD : RESET_HEAD) : isReadOnly ? READ_ONLY_HEAD : NO_HEAD;
  return withParse(head, sql, isReadOnly ? READ_ONLY_TAIL : TAIL);
}

/** Ends a `COPY … FROM STDIN`: the copy swallowed the Sync that was sent with the statement, so it needs another. */
export function copyRefusalMessages(reason: string): Buffer {
  return Buffer.concat([message('f', Buffer.from(`${reason}\0`)), SYNC]);
}

/** Why a text cannot be sent at all, or null: the protocol ends texts with NUL, and UTF-8 has no lone surrogates. */
export function unsendable(sql: string): StatementError | null {
  const nul = sql.indexOf('\0');
  if (nul >= 0) return refusal(nul, 'The statement contains a NUL character (U+0000), which PostgreSQL cannot take.');
  const surrogate = sql.search(/\p{Surrogate}/u);
  if (surrogate < 0) return null;
  return refusal(surrogate, 'The statement contains half a surrogate pair, which is not a Unicode character.');
}

function refusal(index: number, text: string): StatementError {
  return { message: text, sqlstate: '22021', position: index + 1, detail: null, hint: 'Remove that character.' };
}

function inner(sql: string): Buffer {
  return withParse(Buffer.alloc(0), sql, Buffer.concat([BIND, EXECUTE_ALL]));
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(HEADER_BYTES);
  head.write(type, 0, 'latin1');
  head.writeInt32BE(body.length + HEADER_BYTES - 1, 1);
  return Buffer.concat([head, body]);
}

/** Parse of the unnamed statement: an empty name, the text, and no parameter types. */
function withParse(before: Buffer, sql: string, after: Buffer): Buffer {
  const sqlBytes = Buffer.byteLength(sql);
  const parseBytes = HEADER_BYTES + 1 + sqlBytes + 1 + 2;
  const buffer = Buffer.allocUnsafe(before.length + parseBytes + after.length);
  let at = before.copy(buffer, 0);
  at = buffer.writeUInt8(0x50, at);
  at = buffer.writeInt32BE(parseBytes - 1, at);
  at = buffer.writeUInt8(0, at);
  at += buffer.write(sql, at);
  at = buffer.writeUInt8(0, at);
  at = buffer.writeInt16BE(0, at);
  after.copy(buffer, at);
  return buffer;
}
