import { execFile } from 'node:child_process';
import { accessSync, constants, readdirSync, realpathSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command, HostPath } from './child-options.js';
import type { Confinement } from './child-settings.js';

/** Where the workbench itself is: the folder of its package.json. */
const PROJECT = fileURLToPath(
  new URL(import.meta.url.endsWith('.js') ? '../'.repeat(5) : '../'.repeat(4), import.meta.url),
);
/** What a child runs from: never the whole project folder, since the state directory may be inside it. */
const PROJECT_PARTS = ['package.json', 'node_modules', 'dist', 'libs', 'server', 'tools'];
/** Shared libraries, the time zone and its database. */
const SYSTEM_PARTS = ['/usr', '/lib', '/lib64', '/lib32', '/etc/ld.so.cache', '/etc/localtime', '/etc/timezone'];
/** What a shell script needs besides, such as a wrapper of `pg_dump`. */
const SHELL_PARTS = ['/bin'];
/** How names of hosts are found, and which certificates are trusted. */
const NETWORK_PARTS = [
  ...['/etc/resolv.conf', '/etc/hosts', '/etc/host.conf', '/etc/nsswitch.conf', '/etc/gai.conf', '/etc/services'],
  ...['/etc/ssl', '/etc/pki', '/etc/ca-certificates'],
];
/** An empty `/tmp` is memory of the machine, which no limit of the process counts. */
const TMP_MEBIBYTES = 64;
const MEBIBYTE = 1024 ** 2;
/** An argument list has an end. */
const MAX_HIDDEN = 2000;
const PROBE_TIMEOUT_MS = 10_000;

/** Whether child processes can be confined here, and if not why. */
export type ConfinementProbe =
  | {
      readonly isPossible: true;
      readonly path: string;
      /** Older versions make no `/tmp` of a limited size; there it is read-only. */
      readonly canLimitTmp: boolean;
    }
  | { readonly isPossible: false; readonly reason: 'not-linux' | 'not-installed' | 'not-permitted' };

const REASONS = {
  'not-linux': 'bubblewrap needs Linux. Set it to "auto" to run without',
  'not-installed': 'bubblewrap is not installed. Install the package "bubblewrap" or set it to "auto"',
  'not-permitted': 'bubblewrap may not make namespaces here. Allow user namespaces or set it to "auto"',
} as const;

let probing: Promise<ConfinementProbe> | null = null;

/** Tries once whether bubblewrap is installed and may make namespaces; the answer is kept. Never rejects. */
export function probeBubblewrap(): Promise<ConfinementProbe> {
  probing ??= probe();
  return probing;
}

/** How bubblewrap is used here. */
export interface Bubblewrap {
  readonly path: string;
  readonly canLimitTmp: boolean;
}

/** How to use bubblewrap, or null to run without. Rejects where it is required and does not work. */
export async function bubblewrapFor(confinement: Confinement): Promise<Bubblewrap | null> {
  return confinement === 'off' ? null : chosenBubblewrap(confinement, await probeBubblewrap());
}

/** Throws where bubblewrap is required and does not work. */
export function chosenBubblewrap(confinement: 'auto' | 'required', probe: ConfinementProbe): Bubblewrap | null {
  if (probe.isPossible) return { path: probe.path, canLimitTmp: probe.canLimitTmp };
  if (confinement === 'auto') return null;
  throw new Error(`The process cannot start: WORKBENCH_CONFINEMENT is "required", and ${REASONS[probe.reason]}.`);
}

/** What a confined process may use; `folder` is its private folder, null for its own empty `/tmp` alone. */
export interface ConfinedPlaces {
  readonly paths: readonly HostPath[];
  readonly folder: string | null;
  /** The default is none. */
  readonly hasNetwork?: boolean;
  /** The most that its `/tmp` takes. */
  readonly tmpMebibytes?: number;
}

/**
 * A command that runs another with nothing of the machine but what it needs. It must be started in a session of its own,
 * without a terminal.
 */
export function bubblewrapCommand(bubblewrap: Bubblewrap, places: ConfinedPlaces, command: Command): Command {
  const { paths, folder, hasNetwork = false, tmpMebibytes = TMP_MEBIBYTES } = places;
  const covered = paths.flatMap(hiddenIn);
  const tmp = tmpMount(bubblewrap.canLimitTmp ? tmpMebibytes : null);
  const given = [...paths.map(bound), ...privateMounts(folder)];
  const mounts = [...covered, tmp, ...baseMounts(), ...given, ...(hasNetwork ? NETWORK_PARTS.map(throughLinks) : [])];
  const hasTmp = bubblewrap.canLimitTmp || folder === null;
  const inMemory = [...covered.filter(({ isFolder }) => isFolder), ...(hasTmp ? [] : [tmp])].map(
    ({ target }) => target,
  );
  return [
    bubblewrap.path,
    ...['--unshare-all', ...(hasNetwork ? ['--share-net'] : []), '--die-with-parent', '--cap-drop', 'ALL'],
    ...[...inOrder(mounts), ...readOnly(['/', '/dev', ...inMemory], given)],
    ...['--chdir', folder ?? '/tmp', '--', ...command],
  ];
}

/** Folders in memory, which a process could fill without a limit, where nothing else is mounted over them. */
function readOnly(folders: readonly string[], given: readonly Mount[]): string[] {
  const targets = new Set(given.map(({ target }) => target));
  return folders.filter((path) => !targets.has(path)).flatMap((path) => ['--remount-ro', path]);
}

interface Mount {
  readonly target: string;
  readonly parameters: readonly string[];
  /** True for an empty folder in memory that covers another. */
  readonly isFolder?: boolean;
}

/**
 * Folders before what is in them, since a mount covers all that was mounted below it: a file beside the program's own
 * folders, or in `/`, must not cover them.
 */
function inOrder(mounts: readonly Mount[]): string[] {
  const depth = ({ target }: Mount): number => target.split('/').filter((name) => name !== '').length;
  return mounts.toSorted((one, other) => depth(one) - depth(other)).flatMap(({ parameters }) => parameters);
}

function tmpMount(mebibytes: number | null): Mount {
  const size = mebibytes === null ? [] : ['--size', String(mebibytes * MEBIBYTE)];
  return { target: '/tmp', parameters: [...size, '--tmpfs', '/tmp'] };
}

function baseMounts(): Mount[] {
  return [
    { target: '/proc', parameters: ['--proc', '/proc'] },
    { target: '/dev', parameters: ['--dev', '/dev'] },
    { target: '/etc/passwd', parameters: ['--ro-bind', '/dev/null', '/etc/passwd'] },
    ...[...SYSTEM_PARTS, ...SHELL_PARTS, ...programParts()].map((path) => mount('--ro-bind-try', path)),
  ];
}

/** A link such as `/etc/resolv.conf` may lead where the process sees nothing. */
function throughLinks(path: string): Mount {
  return { target: path, parameters: ['--ro-bind-try', realPathOr(path), path] };
}

function realPathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function privateMounts(folder: string | null): Mount[] {
  return folder === null ? [] : [mount('--bind', folder)];
}

function mount(kind: string, path: string): Mount {
  return { target: path, parameters: [kind, path, path] };
}

function bound({ path, isWritable }: HostPath): Mount {
  return mount(isWritable ? '--bind-try' : '--ro-bind-try', path);
}

function hiddenIn(given: HostPath): Mount[] {
  const others = showsAll(given) ? [] : othersIn(given.path).filter(({ name }) => !shows(given, name));
  return others.map((other) => hidden(join(given.path, other.name), other.isDirectory()));
}

function showsAll({ onlyNamesBeginning, onlyNames }: HostPath): boolean {
  return onlyNamesBeginning === undefined && onlyNames === undefined;
}

function shows({ onlyNamesBeginning: start, onlyNames: names }: HostPath, name: string): boolean {
  return (start !== undefined && name.startsWith(start)) || names?.includes(name) === true;
}

function hidden(path: string, isFolder: boolean): Mount {
  return { target: path, parameters: isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path], isFolder };
}

/** Links need no hiding: what they lead to is not there. */
function othersIn(folder: string): Dirent[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile() || entry.isDirectory()).slice(0, MAX_HIDDEN);
  } catch {
    return [];
  }
}

function programParts(): string[] {
  return [realpathSync(process.execPath), process.execPath, ...PROJECT_PARTS.map((part) => join(PROJECT, part))];
}

async function probe(): Promise<ConfinementProbe> {
  if (process.platform !== 'linux') return { isPossible: false, reason: 'not-linux' };
  const path = findBubblewrap();
  if (path === null) return { isPossible: false, reason: 'not-installed' };
  for (const canLimitTmp of [true, false]) {
    const places = { paths: [], folder: '/usr' };
    const command = bubblewrapCommand({ path, canLimitTmp }, places, [process.execPath, '-e', '0']);
    if (await runs(command)) return { isPossible: true, path, canLimitTmp };
  }
  return { isPossible: false, reason: 'not-permitted' };
}

function findBubblewrap(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  return [...folders, '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, 'bwrap')).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function runs([program, ...parameters]: Command): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, parameters, { env: {}, timeout: PROBE_TIMEOUT_MS }, (error) => resolve(error === null));
  });
}
