import { nameInTitle } from '#libs/notifications';

/** Why a run ends, or does not begin, once the token that saved its job is revoked. */
export const TOKEN_REVOKED = 'The API token that saved the job was revoked.';

/** The title of a run's end: what happened, the job, shortened, and its connection where it has one. */
export function runTitle(outcome: string, jobName: string, connectionName: string | null): string {
  const on = connectionName === null ? '' : ` on ${connectionName}`;
  return `${outcome}: ${nameInTitle(jobName)}${on}`;
}

/** A duration for people: `380 ms`, `5.1 s`, `1 min 02 s`, `3 h 05 min`. */
export function quantityText(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} min`;
}

/** A number of things: `1 row`, `2,000 rows`. */
export function countText(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}

/** An absolute path of two names or more, with a line number behind it; not the path of a URL. */
const SERVER_PATH = /(?<![\w.:/\\])(?:file:\/\/)?(?:\/[\w.@+~-]+){2,}(?::\d+){0,2}/g;

/** A text for people without the server's folders: paths inside of them are shortened, starting below the folder. */
export function withoutFolders(text: string, folders: readonly string[]): string {
  const longestFirst = [...folders].sort((a, b) => b.length - a.length);
  return longestFirst.reduce((rest, folder) => rest.replaceAll(`${folder}/`, '').replaceAll(folder, '.'), text);
}

/** A program may print a line of any length. */
const MOST_CHARS = 10_000;

/** The first line of what a program printed, each absolute path in it shortened to its last name. */
export function firstLineWithoutPaths(text: string): string {
  const [line = ''] = text.trim().slice(0, MOST_CHARS).split('\n', 1);
  return line.replace(SERVER_PATH, (path) => path.slice(path.lastIndexOf('/') + 1));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
