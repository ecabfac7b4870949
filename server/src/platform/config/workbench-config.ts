import { dirname, isAbsolute, resolve } from 'node:path';

/** Everything the process was told by its environment, checked. Paths are absolute. */
export interface WorkbenchConfig {
  readonly host: string;
  readonly port: number;
  /** State directory; created at start. */
  readonly home: string;
  /** The file that lists the connections. */
  readonly configFile: string;
  readonly mode: 'single' | 'multi';
  readonly demo: 'auto' | 'off';
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Folder of `pg_dump` and its kin, or null to search the usual places. */
  readonly pgBinDir: string | null;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** Bytes of a JSON request body. */
  readonly maxBodyBytes: number;
}

/** Injection token of `WorkbenchConfig`. */
export const WORKBENCH_CONFIG = Symbol('WorkbenchConfig');

export type ConfigReading =
  | { readonly kind: 'valid'; readonly config: WorkbenchConfig }
  | { readonly kind: 'invalid'; readonly mistakes: readonly string[] };

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Long enough for ten megabytes of SQL with every character escaped as JSON. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

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

  const host = text('HOST') ?? '127.0.0.1';
  const port = readPort(text('PORT'), mistakes);
  const home = resolve(cwd, text('WORKBENCH_HOME') ?? '.workbench');
  const mode = oneOf('WORKBENCH_MODE', ['single', 'multi'] as const, 'single');
  if (mode === 'multi') {
    mistakes.push('WORKBENCH_MODE is "multi", but this version has no sign-in yet; only "single" can be started');
  }
  if (mode === 'single' && !isLoopback(host)) {
    mistakes.push(
      `HOST is "${host}", but without sign-in only this machine may reach the workbench; ` +
        'use 127.0.0.1, and put a proxy with a login in front to share it',
    );
  }
  if (text('STATE_DATABASE_URL') !== null) {
    mistakes.push('STATE_DATABASE_URL is set, but this version keeps its state in SQLite only');
  }
  const config: WorkbenchConfig = {
    host,
    port,
    home,
    configFile: resolve(cwd, text('WORKBENCH_CONFIG') ?? resolve(home, 'connections.yaml')),
    mode,
    demo: oneOf('WORKBENCH_DEMO', ['auto', 'off'] as const, 'auto'),
    publicUrl: readPublicUrl(text('WORKBENCH_PUBLIC_URL'), host, port, mistakes),
    pgBinDir: readAbsoluteFolder('PG_BIN_DIR', text('PG_BIN_DIR'), mistakes),
    logLevel: oneOf('LOG_LEVEL', LOG_LEVELS, 'warn'),
    maxBodyBytes: MAX_BODY_BYTES,
  };
  if (dirname(config.configFile) === config.configFile) mistakes.push('WORKBENCH_CONFIG must name a file');
  return mistakes.length > 0 ? { kind: 'invalid', mistakes } : { kind: 'valid', config };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function readPort(value: string | null, mistakes: string[]): number {
  if (value === null) return 8080;
  const port = Number(value);
  if (/^\d{1,5}$/.test(value) && port <= 65_535) return port;
  mistakes.push(`PORT is "${value}"; it must be a number from 0 to 65535 (0 picks a free port)`);
  return 8080;
}

function readPublicUrl(value: string | null, host: string, port: number, mistakes: string[]): string {
  if (value === null) return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return value.replace(/\/+$/, '');
  mistakes.push(`WORKBENCH_PUBLIC_URL is "${value}"; it must be an http or https address`);
  return '';
}

function readAbsoluteFolder(name: string, value: string | null, mistakes: string[]): string | null {
  if (value !== null && !isAbsolute(value)) mistakes.push(`${name} is "${value}"; it must be an absolute path`);
  return value;
}
