import { FILE_ENCODINGS, type FileSettings, type FilesSettings } from '#libs/files';
import { CONNECTION_LIMITS, FILE_SETTINGS } from '../connection-rules.js';
import type { EntryReader } from './entry-reader.js';

/** How some files of a connection are read: the map under `files`, by the paths of the files. */
export function readFiles(entry: EntryReader): FilesSettings['files'] {
  const maps = entry.nested('files')?.nestedMaps() ?? [];
  if (maps.length > CONNECTION_LIMITS.fileEntries) {
    entry.report('files', `\`files\` must have at most ${CONNECTION_LIMITS.fileEntries} entries`);
  }
  return Object.fromEntries(
    maps.map(([path, settings]) => {
      settings.refuseUnknown(FILE_SETTINGS, 'a file');
      return [path, readFileSettings(settings)];
    }),
  );
}

/** What is set, and nothing else. */
function readFileSettings(entry: EntryReader): Partial<FileSettings> {
  const encoding = entry.oneOf('encoding', FILE_ENCODINGS);
  const dateFormat = entry.text('date_format', CONNECTION_LIMITS.dateFormatLength);
  const timestampFormat = entry.text('timestamp_format', CONNECTION_LIMITS.dateFormatLength);
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(entry.isSet('header') ? { header: entry.boolean('header', false) } : {}),
    ...(dateFormat === undefined ? {} : { dateFormat }),
    ...(timestampFormat === undefined ? {} : { timestampFormat }),
  };
}
