import type { PostgresConfig } from './config.js';
import { ConnectFailure, type ConnectFailureCode } from '../connector.js';
import { asError } from './client/as-error.js';

interface ConnectError {
  readonly message: string;
  readonly code?: string | undefined;
  readonly severity?: string | undefined;
  /** The table that was read, where it is known. */
  readonly schema?: string | undefined;
  readonly table?: string | undefined;
}

const TIMED_OUT = /timeout expired|due to connection timeout/;
const WAITED_FOR_POOL = 'timeout exceeded when trying to connect';
const TLS_MESSAGE = /SSL|TLS|certificate/i;
const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|EPROTO|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH)/;
const HUNG_UP = /ECONNRESET|EPIPE|Connection terminated/;
const PASSWORD_MISSING = 'client password must be';
const TOO_SHORT_TO_HIDE = 3;
const TOO_MANY_SESSIONS = '53300';
const LOCK_NOT_AVAILABLE = '55P03';
/** pgbouncer ends a line with this at the first `BEGIN`. */
const STATEMENT_POOLING = 'statement pooling mode';

/** Says why no session could be had, in words without a secret. */
export function connectFailure(error: unknown, config: PostgresConfig): ConnectFailure {
  if (error instanceof ConnectFailure) return error;
  const cause: ConnectError = asError(error);
  const [code, message] = cause.severity === undefined ? fromDriver(cause, config) : fromServer(cause, config);
  return new ConnectFailure(
    code,
    scrubbed(message, config),
    cause.severity === undefined ? null : (cause.code ?? null),
  );
}

/**
 * True for an error after which the server counts as failed. A pool that is busy, or a question that the server has
 * answered with an error, says nothing against it.
 */
export function isServerFailure(error: unknown): boolean {
  const { message, severity }: ConnectError = asError(error);
  if (severity === undefined) return !message.includes(WAITED_FOR_POOL);
  return severity === 'FATAL' || severity === 'PANIC';
}

/** True where the server allows no more sessions, all together or of this role. */
export function isCrowded(error: unknown): boolean {
  const { severity, code }: ConnectError = asError(error);
  return severity === 'FATAL' && code === TOO_MANY_SESSIONS;
}

/** True where the server does not take a session as it was asked for: its state (57P) or its resources (53) are no reason. */
export function refusesSession(error: unknown): boolean {
  const { severity, code = '' }: ConnectError = asError(error);
  return severity !== undefined && !/^(?:57P|53)/.test(code);
}

/** Takes the password and connection strings out of a text. */
export function scrubbed(text: string, config: PostgresConfig): string {
  const withoutUrls = text.replace(/postgres(?:ql)?:\/\/\S+/gi, 'postgres://***');
  const { password } = config;
  if (password === null || password.length < TOO_SHORT_TO_HIDE) return withoutUrls;
  return withoutUrls.replaceAll(password, '***').replaceAll(encodeURIComponent(password), '***');
}

/** Whether a statement gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  const { code }: ConnectError = asError(error);
  return code === LOCK_NOT_AVAILABLE;
}

/** What the server itself said while the session was being opened. */
function fromServer(error: ConnectError, config: PostgresConfig): [ConnectFailureCode, string] {
  if (error.code === '28P01') {
    return ['connection-refused-login', `The server did not accept the password of user "${config.user}".`];
  }
  const isNotAllowedIn = error.code === '42501' && error.severity === 'FATAL';
  if (error.code?.startsWith('28') || isNotAllowedIn) return ['connection-refused-login', error.message];
  if (error.code === LOCK_NOT_AVAILABLE) return ['table-locked', lockedMessage(error)];
  if (error.code?.startsWith('57P')) return ['connection-unreachable', error.message];
  const hint = error.message.includes(STATEMENT_POOLING)
    ? '. Use session pooling (pool_mode = session in pgbouncer).'
    : '';
  return ['connection-unusable', error.message + hint];
}

function lockedMessage({ schema, table }: ConnectError): string {
  const name = schema === undefined || table === undefined ? 'a table' : `table ${schema}.${table}`;
  return `Another transaction has locked ${name}. Try again when it has ended.`;
}

/** What went wrong on the way to the server. */
function fromDriver(error: ConnectError, config: PostgresConfig): [ConnectFailureCode, string] {
  const place = `${config.host}:${config.port}`;
  if (error.message.includes(WAITED_FOR_POOL)) {
    return ['connection-timeout', `All ${config.pool.max} sessions of the connection were busy for too long.`];
  }
  if (TIMED_OUT.test(error.message) || error.code === 'ETIMEDOUT') {
    return ['connection-timeout', `${place} did not answer in time.`];
  }
  if (error.message.includes(PASSWORD_MISSING)) {
    return ['connection-refused-login', `The server asks for a password of user "${config.user}", and none is set.`];
  }
  if (error.message.startsWith('SASL')) return ['connection-refused-login', error.message];
  if (TLS_CODE.test(error.code ?? '') || (config.ssl !== 'disable' && TLS_MESSAGE.test(error.message))) {
    return ['connection-tls-failed', tlsMessage(error, place)];
  }
  return ['connection-unreachable', unreachableMessage(error, config, place)];
}

function tlsMessage(error: ConnectError, place: string): string {
  if (error.message === 'The server does not support SSL connections') {
    return `${place} does not offer TLS. Set ssl to disable to connect without it.`;
  }
  return `The TLS connection to ${place} failed: ${error.message}.`;
}

function unreachableMessage(error: ConnectError, config: PostgresConfig, place: string): string {
  if (HUNG_UP.test(error.message)) return `${place} closed the connection without an answer.`;
  if (error.code === 'ECONNREFUSED') return `Nothing listens at ${place} (connection refused).`;
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') return `The host name "${config.host}" is not known.`;
  if (error.code === 'EHOSTUNREACH' || error.code === 'ENETUNREACH')
    return `No route leads to ${place}. Check the network of the workbench.`;
  return `The connection to ${place} failed: ${error.message || (error.code ?? 'no reason given')}.`;
}
