import type { ReadOptions, ReadParameter, ReadStatement } from '../../data-reader.js';
import { innerMessages, parseMessage, protocolMessage } from '../statement-messages.js';
import type { KeptStatement } from './kept-statements.js';

const BEGIN = innerMessages('BEGIN READ ONLY');
const COMMIT = innerMessages('COMMIT');
/**
 * Undoes what a statement may leave behind after its transaction: settings, another role, advisory locks. `DISCARD ALL`
 * would also drop what the server has cached of plans and projections, which made every tile half as fast again.
 */
const RESET_TEXTS = ['RESET SESSION AUTHORIZATION', 'RESET ALL', 'SELECT pg_catalog.pg_advisory_unlock_all()'] as const;
const RESET = Buffer.concat(RESET_TEXTS.map(innerMessages));

/** The same as one text, for a line whose statement has failed: whether the server kept it cannot be known then. */
export const RESET_SQL = [...RESET_TEXTS, 'DEALLOCATE ALL'].join('; ');

const SYNC = protocolMessage('S', Buffer.alloc(0));
const DESCRIBE_STATEMENT = protocolMessage('D', Buffer.from('S\0'));
const EXECUTE_ALL = protocolMessage('E', Buffer.alloc(5));
const NULL_LENGTH = -1;
const HEADER_BYTES = 5;
const AFTERWARDS = Buffer.concat([EXECUTE_ALL, COMMIT, RESET, SYNC]);
const NOTHING = Buffer.alloc(0);

/** Statements before the one that is asked for: BEGIN, and the timeout. */
export const FRAME_PRELUDES = 2;

/** What holds for one framed statement. */
export interface FrameSettings extends Omit<ReadOptions, 'format' | 'keptAs'> {
  readonly isBinary?: boolean;
}

/**
 * The messages of one statement in a read-only transaction of its own, to be sent in one write. Setting the timeout takes
 * the transaction's first snapshot, after which the server refuses to make it writable. A kept statement is parsed once
 * and planned each time: the plan for one tile is none for another.
 */
export function readFrame(
  { text, parameters }: ReadStatement,
  settings: FrameSettings,
  kept: KeptStatement | null = null,
): Buffer {
  const bind = bindMessage(kept?.name ?? '', parameters, settings.isBinary === true);
  const parse = kept?.isNew === false ? NOTHING : parseMessage(text, kept?.name);
  const close = kept?.dropped ? protocolMessage('C', Buffer.from(`S${kept.dropped}\0`)) : NOTHING;
  return Buffer.concat([opening(settings, kept !== null), close, parse, bind, AFTERWARDS]);
}

/** The same for a statement that is described and not run. */
export function describeFrame(sql: string, timeoutMs: number): Buffer {
  const head = opening({ timeoutMs }, false);
  return Buffer.concat([head, parseMessage(sql), DESCRIBE_STATEMENT, COMMIT, RESET, SYNC]);
}

/** Openings that were made already: a handful, as there are kinds of reads. */
const openings = new Map<string, Buffer>();
const MOST_OPENINGS = 100;

function opening(settings: FrameSettings, isKept: boolean): Buffer {
  const select = prelude(settings, isKept);
  const known = openings.get(select);
  if (known) return known;
  if (openings.size >= MOST_OPENINGS) openings.clear();
  const made = Buffer.concat([BEGIN, innerMessages(select)]);
  openings.set(select, made);
  return made;
}

function prelude({ timeoutMs, isSerial = false, avoidsScans = false }: FrameSettings, isKept: boolean): string {
  const settings: Record<string, string> = {
    statement_timeout: String(Math.ceil(timeoutMs)),
    ...(isSerial ? { max_parallel_workers_per_gather: '0' } : {}),
    ...(avoidsScans ? { enable_seqscan: 'off' } : {}),
    ...(isKept ? { plan_cache_mode: 'force_custom_plan' } : {}),
  };
  const calls = Object.entries(settings).map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`);
  return `SELECT ${calls.join(', ')}`;
}

/** Values as text and results in one format, for a statement by its name and the unnamed portal. */
function bindMessage(name: string, values: readonly ReadParameter[], isBinary: boolean): Buffer {
  const texts = values.map((value) => (value === null ? null : String(value)));
  const lengths = texts.map((text) => (text === null ? 0 : Buffer.byteLength(text)));
  const valueBytes = lengths.reduce((sum, length) => sum + length, 4 * lengths.length);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + 1 + Buffer.byteLength(name) + 1 + 4 + valueBytes + 4);
  let at = bytes.write('B\0\0\0\0\0', 'latin1');
  bytes.writeInt32BE(bytes.length - 1, 1);
  at += bytes.write(`${name}\0`, at);
  at = bytes.writeInt16BE(0, at);
  at = bytes.writeInt16BE(values.length, at);
  for (const [index, text] of texts.entries()) {
    at = bytes.writeInt32BE(text === null ? NULL_LENGTH : (lengths[index] ?? 0), at);
    if (text !== null) at += bytes.write(text, at);
  }
  at = bytes.writeInt16BE(1, at);
  bytes.writeInt16BE(isBinary ? 1 : 0, at);
  return bytes;
}
