import { delimiter, dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { readNetworks } from '#libs/outbound';
import type { Network } from '#libs/outbound';
import { DEFAULT_IDLE_MINUTES, DEFAULT_TRANSACTION_MINUTES } from '#libs/sessions';
import { readPersonConfig } from './person-config.js';
import type { PersonConfig } from './person-config.js';
import { isLoopbackHost, readSignIn } from './sign-in-config.js';
import type { SignInConfig } from './sign-in-config.js';

/** Everything the process was given by its environment, checked. Paths are absolute. */
export interface WorkbenchConfig extends PersonConfig {
  readonly host: string;
  readonly port: number;
  /** State directory; created at start. */
  readonly home: string;
  /** The Postgres that keeps the state, with its password; null for a file in `home`. */
  readonly stateDatabaseUrl: string | null;
  /** The file that lists the connections. */
  readonly configFile: string;
  readonly mode: 'single' | 'multi';
  /** `auto`: with no configuration file, the demo is made; `connections`: without what features add; `off`: never. */
  readonly demo: 'auto' | 'connections' | 'off';
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Folder of `pg_dump` and its kin, or null to search the usual places. */
  readonly pgBinDir: string | null;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Folders whose `.sql` files may be read and saved. */
  readonly fileFolders: readonly string[];
  /** The history keeps this many entries, the newest. */
  readonly historyMaxEntries: number;
  /** Older entries of the history are forgotten; 0 forgets none for its age. */
  readonly historyMaxDays: number;
  readonly signIn: SignInConfig;
  /** After this long without use the session of a tab is released. */
  readonly sessionIdleMinutes: number;
  /** After this long without use an open transaction is rolled back. */
  readonly transactionLimitMinutes: number;
  /** Bytes on disk that one kept result may take. */
  readonly resultMaxBytes: number;
  /** Bytes on disk that all kept results may take together. */
  readonly resultsMaxBytes: number;
  /** Hours after which an unread result is forgotten. */
  readonly resultTtlHours: number;
  /** Runs of jobs that may go on at once. */
  readonly jobsAtOnce: number;
  /** Folders into which backups may be written, the usual one first. */
  readonly backupFolders: readonly string[];
  /** Networks that outgoing messages may reach although they are not public. */
  readonly outboundAllow: readonly Network[];
  /** Whether connections may use `.pgpass`, `pg_service.conf` and the SSH agent of the account that runs the workbench. */
  readonly hasAccountFiles: boolean;
  /** Whether engine processes run under bubblewrap: where it works, never, or always. */
  readonly confinement: 'auto' | 'off' | 'required';
}

/** Injection token of `WorkbenchConfig`. */
export const WORKBENCH_CONFIG = Symbol('WorkbenchConfig');

export type ConfigReading =
  | { readonly kind: 'valid'; readonly config: WorkbenchConfig }
  | { readonly kind: 'invalid'; readonly mistakes: readonly string[] };

/** A week. */
const MAX_MINUTES = 10_080;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const GIBIBYTE = 1024 ** 3;
const RESULT_MAX_BYTES = 16 * GIBIBYTE;
const RESULTS_MAX_BYTES = 64 * GIBIBYTE;

/** Reads the environment once; every mistake is reported, none hides another. Relative paths start at `cwd`. */
export function readConfig(env: Readonly<Record<string, string | undefined>>, cwd: string): ConfigReading {
  const mistakes: string[] = [];
  const text = (name: string) => (env[name]?.trim() ? env[name].trim() : null);
  const oneOf = <T extends string>(name: string, choices: readonly T[], otherwise: T): T => {
    const value = text(name);
    if (value === null) return otherwise;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) mistakes.push(`${name} is "${value}"; it must be one of ${choices.join(', ')}`);
    return choice ?? otherwise;
  };
  const minutes = (name: string, otherwise: number) => readMinutes(name, text(name), otherwise, mistakes);

  const count = (name: string, otherwise: number, least: number): number =>
    readCount(name, text(name), otherwise, least, mistakes);

  const host = text('HOST') ?? '127.0.0.1';
  const port = readPort(text('PORT'), mistakes);
  const home = resolve(cwd, text('WORKBENCH_HOME') ?? '.workbench');
  const mode = oneOf('WORKBENCH_MODE', ['single', 'multi'] as const, 'single');
  const accountFiles = oneOf('WORKBENCH_ACCOUNT_FILES', ['auto', 'on', 'off'] as const, 'auto');
  const signIn = readSignIn({ text, mistakes, mode, host, isLoopback: isLoopbackHost(host) });
  const results = readResultLimits(text, mistakes);
  const bytes = (name: string, otherwise: number) => readAmount(name, 'bytes', text(name), otherwise, mistakes);
  const config: WorkbenchConfig = {
    host,
    port,
    home,
    stateDatabaseUrl: readDatabaseUrl(text('STATE_DATABASE_URL'), mistakes),
    configFile: resolve(cwd, text('WORKBENCH_CONFIG') ?? resolve(home, 'connections.yaml')),
    mode,
    demo: oneOf('WORKBENCH_DEMO', ['auto', 'connections', 'off'] as const, 'auto'),
    publicUrl: readPublicUrl(text('WORKBENCH_PUBLIC_URL'), host, port, mistakes),
    pgBinDir: readAbsoluteFolder('PG_BIN_DIR', text('PG_BIN_DIR'), mistakes),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'warn'),
    fileFolders: readFolders('WORKBENCH_FILES', text('WORKBENCH_FILES'), cwd, mistakes) ?? [join(home, 'files')],
    historyMaxEntries: count('WORKBENCH_HISTORY_MAX_ENTRIES', 100_000, 1),
    historyMaxDays: count('WORKBENCH_HISTORY_MAX_DAYS', 0, 0),
    signIn,
    sessionIdleMinutes: minutes('WORKBENCH_SESSION_IDLE_MINUTES', DEFAULT_IDLE_MINUTES),
    transactionLimitMinutes: minutes('WORKBENCH_TRANSACTION_LIMIT_MINUTES', DEFAULT_TRANSACTION_MINUTES),
    ...results,
    ...readPersonConfig({ mode, count, bytes, results }),
    jobsAtOnce: count('WORKBENCH_JOBS_AT_ONCE', 4, 1),
    backupFolders: readFolders('WORKBENCH_BACKUPS', text('WORKBENCH_BACKUPS'), cwd, mistakes) ?? [
      join(home, 'backups'),
    ],
    outboundAllow: readOutboundAllow(text('WORKBENCH_OUTBOUND_ALLOW'), mistakes),
    hasAccountFiles: accountFiles === 'on' || (accountFiles === 'auto' && mode === 'single'),
    confinement: oneOf('WORKBENCH_CONFINEMENT', ['auto', 'off', 'required'] as const, 'auto'),
  };
  if (dirname(config.configFile) === config.configFile) mistakes.push('WORKBENCH_CONFIG must name a file');
  return mistakes.length > 0 ? { kind: 'invalid', mistakes } : { kind: 'valid', config };
}

type ResultLimits = Pick<WorkbenchConfig, 'resultMaxBytes' | 'resultsMaxBytes' | 'resultTtlHours'>;

function readResultLimits(text: (name: string) => string | null, mistakes: string[]): ResultLimits {
  const number = (name: string, unit: string, otherwise: number): number =>
    readAmount(name, unit, text(name), otherwise, mistakes);
  const resultsMaxBytes = number('WORKBENCH_RESULTS_MAX_BYTES', 'bytes', RESULTS_MAX_BYTES);
  const resultMaxBytes = number('WORKBENCH_RESULT_MAX_BYTES', 'bytes', Math.min(RESULT_MAX_BYTES, resultsMaxBytes));
  if (resultMaxBytes > resultsMaxBytes) {
    mistakes.push(
      'WORKBENCH_RESULT_MAX_BYTES is larger than WORKBENCH_RESULTS_MAX_BYTES, the limit of all results together',
    );
  }
  return { resultMaxBytes, resultsMaxBytes, resultTtlHours: number('WORKBENCH_RESULT_TTL_HOURS', 'hours', 24) };
}

function readAmount(name: string, unit: string, value: string | null, otherwise: number, mistakes: string[]): number {
  if (value === null) return otherwise;
  if (/^\d{1,15}$/.test(value) && Number(value) > 0) return Number(value);
  mistakes.push(`${name} is "${value}"; it must be a whole number of ${unit}, at least 1`);
  return otherwise;
}

function readOutboundAllow(value: string | null, mistakes: string[]): readonly Network[] {
  const { networks, mistakes: wrong } = readNetworks(value ?? '');
  if (wrong.length > 0) {
    mistakes.push(
      `WORKBENCH_OUTBOUND_ALLOW names "${wrong.join('", "')}"; it must be networks such as "10.0.0.0/8, fd00::/8" or addresses`,
    );
  }
  return networks;
}

/** The value is never repeated: it holds a password. */
function readDatabaseUrl(value: string | null, mistakes: string[]): string | null {
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1) return value;
  mistakes.push('STATE_DATABASE_URL must be an address such as postgres://user:password@host:5432/database');
  return null;
}

function readPort(value: string | null, mistakes: string[]): number {
  if (value === null) return 8080;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  mistakes.push(`PORT is "${value}"; it must be a number from 0 to 65535 (0 picks a free port)`);
  return 8080;
}

function readCount(name: string, value: string | null, otherwise: number, least: number, mistakes: string[]): number {
  if (value === null) return otherwise;
  if (/^\d{1,9}$/.test(value) && Number(value) >= least) return Number(value);
  mistakes.push(`${name} is "${value}"; it must be a whole number from ${least} to 999999999`);
  return otherwise;
}

/** A whole disk as an allowed folder is taken for a mistake: it would be everything that the process may read. */
function readFolders(name: string, value: string | null, cwd: string, mistakes: string[]): string[] | null {
  if (value === null) return null;
  const folders = value.split(delimiter).flatMap((part) => (part.trim() === '' ? [] : [resolve(cwd, part.trim())]));
  const root = folders.find((folder) => parse(folder).root === folder);
  if (root !== undefined) mistakes.push(`${name} names "${root}"; it must name folders, not a whole disk`);
  if (folders.length === 0) mistakes.push(`${name} is "${value}"; it must be folders separated by "${delimiter}"`);
  return [...new Set(folders)];
}

function readMinutes(name: string, value: string | null, otherwise: number, mistakes: string[]): number {
  if (value === null) return otherwise;
  const minutes = Number(value);
  if (/^\d{1,5}$/.test(value) && minutes >= 1 && minutes <= MAX_MINUTES) return minutes;
  mistakes.push(`${name} is "${value}"; it must be a number of minutes from 1 to ${MAX_MINUTES}`);
  return otherwise;
}

function readPublicUrl(value: string | null, host: string, port: number, mistakes: string[]): string {
  if (value === null) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return value.replace(/(?<!\/)\/+$/, '');
  mistakes.push(`WORKBENCH_PUBLIC_URL is "${value}"; it must be an http or https address`);
  return '';
}

function readAbsoluteFolder(name: string, value: string | null, mistakes: string[]): string | null {
  if (value !== null && !isAbsolute(value)) mistakes.push(`${name} is "${value}"; it must be an absolute path`);
  return value;
}
