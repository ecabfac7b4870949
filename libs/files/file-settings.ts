import type { DateOrder } from './date-orders.js';
import type { DecimalSign } from './decimal-signs.js';
import type { FileEncoding } from './encodings.js';

/** How a file is read where its own bytes leave it open; null and `auto` have the workbench find out. */
export interface FileSettings {
  readonly encoding: FileEncoding;
  readonly header: boolean | null;
  /** What separates the values of a row of CSV or TSV, one character. */
  readonly delimiter: string | null;
  /** The mark of quotes and of quotes inside of them, where it is known. */
  readonly quote?: '"';
  /** In the notation of `strptime`. */
  readonly dateFormat: string | null;
  readonly timestampFormat: string | null;
  /** The sheet of a workbook; null is the first one. */
  readonly sheet: string | null;
  /** The order of day, month and year in dates that do not begin with a year of four digits. For imports. */
  readonly dateOrder?: DateOrder | null;
  /** For imports. */
  readonly decimal?: DecimalSign | null;
}

/** The settings of a connection to files: those for all files, and those for some by their path in the folder. */
export interface FilesSettings extends FileSettings {
  /** A `*` in a path stands for any characters. */
  readonly files: Readonly<Record<string, Partial<FileSettings>>>;
  /** Files of any size are read whole before their types are decided. */
  readonly readsWhole?: boolean;
  /** Files of at most so many bytes are read whole before their types are decided; 64 MiB unless given. */
  readonly smallBytes?: number;
}

/** Everything is found out. */
export const FILES_DEFAULTS: FilesSettings = {
  encoding: 'auto',
  header: null,
  delimiter: null,
  dateFormat: null,
  timestampFormat: null,
  sheet: null,
  files: {},
};

/** The settings of one file. Of several paths that fit, later ones come first. */
export function settingsOfFile(
  path: string,
  { files, readsWhole: _, smallBytes: __, ...common }: FilesSettings,
): FileSettings {
  const own = Object.entries(files).filter(([pattern]) => isMatch(path, pattern));
  return Object.assign({}, common, ...own.map(([, settings]) => settings)) as FileSettings;
}

/** Splits at the stars, so that no pattern takes more than linear time. */
function isMatch(path: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return path === pattern;
  if (!path.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}
