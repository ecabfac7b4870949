import type { ReadOptions, ReadParameter, ReadStatement } from '../../data-reader.js';
import { innerMessages, parseMessage, protocolMessage } from '../statement-messages.js';

const BEGIN = innerMessages('BEGIN READ ONLY');
const COMMIT = innerMessages('COMMIT');
/**
 * Undoes what a statement may leave behind after its transaction: settings, another role, advisory locks. `DISCARD ALL`
 * would also drop what the server has cached of plans and projections, which made every tile half as fast again.
 */
const RESET_TEXTS = ['RESET SESSION AUTHORIZATION', 'RESET ALL', 'SELECT pg_catalog.pg_advisory_unlock_all()'] as const;
const RESET = Buffer.concat(RESET_TEXTS.map(innerMessages));

/** The same as one text, for a line whose statement has failed. */
export const RESET_SQL = RESET_TEXTS.join('; ');

const SYNC = protocolMessage('S', Buffer.alloc(0));
const DESCRIBE_STATEMENT = protocolMessage('D', Buffer.from('S\0'));
const EXECUTE_ALL = protocolMessage('E', Buffer.alloc(5));
const NULL_LENGTH = -1;

/** Statements before the one that is asked for: BEGIN, and the timeout. */
export const FRAME_PRELUDES = 2;

/** What holds for one framed statement. */
export interface FrameSettings extends Omit<ReadOptions, 'format'> {
  readonly isBinary?: boolean;
}

/**
 * The messages of one statement in a read-only transaction of its own, to be sent in one write. Setting the timeout takes
 * the transaction's first snapshot, after which the server refuses to make it writable.
 */
export function readFrame({ text, parameters }: ReadStatement, settings: FrameSettings): Buffer {
  const bind = bindMessage(parameters, settings.isBinary === true);
  return Buffer.concat([BEGIN, prelude(settings), parseMessage(text), bind, EXECUTE_ALL, COMMIT, RESET, SYNC]);
}

/** The same for a statement that is described and not run. */
export function describeFrame(sql: string, timeoutMs: number): Buffer {
  return Buffer.concat([BEGIN, prelude({ timeoutMs }), parseMessage(sql), DESCRIBE_STATEMENT, COMMIT, RESET, SYNC]);
}

function prelude({ timeoutMs, isSerial = false, avoidsScans = false }: FrameSettings): Buffer {
  const settings: Record<string, string> = {
    statement_timeout: String(Math.ceil(timeoutMs)),
    ...(isSerial ? { max_parallel_workers_per_gather: '0' } : {}),
    ...(avoidsScans ? { enable_seqscan: 'off' } : {}),
  };
  const calls = Object.entries(settings).map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`);
  return innerMessages(`SELECT ${calls.join(', ')}`);
}

/** Values as text and results in one format, for the unnamed statement and portal. */
function bindMessage(values: readonly ReadParameter[], isBinary: boolean): Buffer {
  const parts = values.flatMap((value) => {
    if (value === null) return [int32(NULL_LENGTH)];
    const bytes = Buffer.from(String(value));
    return [int32(bytes.length), bytes];
  });
  const formats = Buffer.concat([int16(1), int16(isBinary ? 1 : 0)]);
  return protocolMessage('B', Buffer.concat([Buffer.from('\0\0'), int16(0), int16(values.length), ...parts, formats]));
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
