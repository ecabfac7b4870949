import type { NumbersStatement, ReadOptions, ReadParameter, ReadStatement } from '../../data-reader.js';
import { BEGIN_READ_ONLY, innerMessages, parseMessage, protocolMessage } from '../statement-messages.js';
import type { KeptStatements } from './kept-statements.js';

const BEGIN = innerMessages(BEGIN_READ_ONLY);
/** Keeps nothing: a read-only transaction still commits large objects before Postgres 16, and notifications. */
const ROLLBACK = innerMessages('ROLLBACK');
/**
 * Undoes what a statement may leave behind after its transaction: settings, another role, advisory locks. `DISCARD ALL`
 * would also drop what the server has cached of plans and projections, which made every tile half as fast again.
 */
const RESET_TEXTS = ['RESET SESSION AUTHORIZATION', 'RESET ALL', 'SELECT pg_catalog.pg_advisory_unlock_all()'] as const;
const KEEP_NOTHING = 'DEALLOCATE ALL';

/** The same as one text, for a line whose statement has failed: what the server has kept cannot be known then. */
export const RESET_SQL = [...RESET_TEXTS, KEEP_NOTHING].join('; ');

const SYNC = protocolMessage('S', Buffer.alloc(0));
const DESCRIBE_STATEMENT = protocolMessage('D', Buffer.from('S\0'));
const EXECUTE_ALL = protocolMessage('E', Buffer.alloc(5));
const ENDING = Buffer.concat([ROLLBACK, ...RESET_TEXTS.map(innerMessages), SYNC]);
const START_OVER = innerMessages(KEEP_NOTHING);
const NULL_LENGTH = -1;
const HEADER_BYTES = 5;
const NOTHING = Buffer.alloc(0);

/** Messages to be sent in one write. */
export interface Frame {
  readonly messages: Buffer;
  /** How many statements come before the one that is asked for; each ends with a CommandComplete. */
  readonly preludes: number;
  /** It relies on what the line keeps. */
  readonly isKept: boolean;
}

/** BEGIN, and the settings. */
const PRELUDES = 2;

/** What holds for one framed statement. */
export interface FrameSettings extends Omit<ReadOptions, 'format' | 'keptAs'> {
  readonly isBinary?: boolean;
  /** The server knows how to compile statements, and so the setting that keeps it from that. */
  readonly canCompile?: boolean;
}

/** What holds for a statement that is kept. */
export interface KeptFrameSettings extends FrameSettings {
  readonly keptAs: string;
}

/**
 * One statement in a read-only transaction of its own. Setting the timeout takes the transaction's first snapshot, after
 * which the server refuses to make it writable.
 */
export function readFrame({ text, parameters }: ReadStatement, settings: FrameSettings): Frame {
  const bind = bindMessage('', parameters, settings.isBinary === true);
  const messages = Buffer.concat([BEGIN, prelude(settings), parseMessage(text), bind, EXECUTE_ALL, ENDING]);
  return { messages, preludes: PRELUDES, isKept: false };
}

/**
 * The same for a statement that the line keeps: it is parsed once and, unless the settings say otherwise, planned each
 * time, since the plan for one tile is none for another. Its frame is never kept, so that no function that a query calls
 * can replace it.
 */
export function keptFrame(
  { text, parameters }: ReadStatement,
  settings: KeptFrameSettings,
  kept: KeptStatements,
): Frame {
  return framedKept(text, settings, kept, (name) => [
    bindMessage(name, parameters, settings.isBinary === true),
    EXECUTE_ALL,
  ]);
}

/** The same for a kept statement whose plan is shown and which is not run. */
export function planFrame(
  { text, parameters }: NumbersStatement,
  settings: KeptFrameSettings,
  kept: KeptStatements,
): Frame {
  const values = parameters.length === 0 ? '' : `(${parameters.join(', ')})`;
  return framedKept(text, settings, kept, (name) => [innerMessages(`EXPLAIN (FORMAT JSON) EXECUTE ${name}${values}`)]);
}

function framedKept(
  text: string,
  settings: KeptFrameSettings,
  kept: KeptStatements,
  use: (name: string) => readonly Buffer[],
): Frame {
  const { name, isNew, startsOver } = kept.keep(settings.keptAs, text);
  // Behind another statement, the transaction could not choose its level.
  const opening = startsOver ? [BEGIN, START_OVER] : [BEGIN];
  const planning = settings.isPlannedOnce === true ? 'force_generic_plan' : 'force_custom_plan';
  const parse = isNew ? parseMessage(text, name) : NOTHING;
  const messages = Buffer.concat([...opening, prelude(settings, planning), parse, ...use(name), ENDING]);
  return { messages, preludes: PRELUDES + (startsOver ? 1 : 0), isKept: true };
}

/** The same for a statement that is described and not run. */
export function describeFrame(sql: string, timeoutMs: number): Frame {
  const messages = Buffer.concat([BEGIN, prelude({ timeoutMs }), parseMessage(sql), DESCRIBE_STATEMENT, ENDING]);
  return { messages, preludes: PRELUDES, isKept: false };
}

function prelude(
  { timeoutMs, isSmall = false, avoidsScans = false, canCompile = false }: FrameSettings,
  planning?: string,
): Buffer {
  const settings: Record<string, string> = {
    statement_timeout: String(Math.ceil(timeoutMs)),
    ...(isSmall ? { max_parallel_workers_per_gather: '0', ...(canCompile ? { jit: 'off' } : {}) } : {}),
    ...(avoidsScans ? { enable_seqscan: 'off' } : {}),
    ...(planning === undefined ? {} : { plan_cache_mode: planning }),
  };
  const calls = Object.entries(settings).map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`);
  return innerMessages(`SELECT ${calls.join(', ')}`);
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
