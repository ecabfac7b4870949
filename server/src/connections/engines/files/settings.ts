import { z } from 'zod';
import { encodingName, FILE_ENCODINGS, FILES_DEFAULTS, isDelimiter } from '#libs/files';
import { CONNECTION_LIMITS } from '../../connection-rules.js';
import { pathSetting } from '../settings/path-setting.js';
import type { SettingMeta } from '../settings/setting.js';
import { textSetting } from '../settings/text-setting.js';

const MAX_FILES = CONNECTION_LIMITS.fileEntries;

const ENCODING_NAMES = Object.fromEntries(
  FILE_ENCODINGS.map((encoding) => [encoding, encoding === 'auto' ? 'Auto' : encodingName(encoding)]),
);

const formatText = textSetting(CONNECTION_LIMITS.dateFormatLength);
const dateFormat = (meta: SettingMeta) => formatText.nullish().meta({ ...meta });

/** How some files are read: what is left out is as for all of them. */
const fileSettings = z.strictObject({
  encoding: z.enum(FILE_ENCODINGS).optional(),
  header: z.boolean().optional(),
  delimiter: z.string().refine(isDelimiter, 'must be one character, and neither a quote nor a line end').optional(),
  date_format: formatText.optional(),
  timestamp_format: formatText.optional(),
  sheet: formatText.optional(),
});

/** The settings of a connection to files. */
export const filesSettings = z.object({
  path: pathSetting(
    'Folder on the server with CSV, TSV, JSON, NDJSON, Parquet or XLSX files, or one SQLite file. Each file is a table.',
    'Enter the path of a folder or a SQLite file.',
  ),
  encoding: z
    .enum(FILE_ENCODINGS)
    .default(FILES_DEFAULTS.encoding)
    .meta({
      label: 'Encoding',
      help: 'Applies to text files. To override it for a file, edit “files” in connections.yaml.',
      description: 'Files: the encoding of text files.',
      labels: ENCODING_NAMES,
    } satisfies SettingMeta),
  header: z
    .boolean()
    .nullish()
    .meta({
      label: 'Header',
      description: 'Files: whether the first line of a CSV file has the names of its columns; null has it found out.',
      isHidden: true,
    } satisfies SettingMeta),
  date_format: dateFormat({
    label: 'Date format',
    description: 'Files: the format of dates in the notation of strptime; without it, ambiguous dates stay text.',
    example: '%d/%m/%Y',
    isHidden: true,
  }),
  timestamp_format: dateFormat({ label: 'Timestamp format', example: '%d/%m/%Y %H:%M:%S', isHidden: true }),
  files: z
    .record(z.string(), fileSettings)
    .refine((files) => Object.keys(files).length <= MAX_FILES, `must have at most ${MAX_FILES} entries`)
    .optional()
    .meta({ label: 'Files', isHidden: true, isFileOnly: true, entry: 'a file' } satisfies SettingMeta),
});

/** Their values, with defaults filled in. */
export type FilesValues = z.output<typeof filesSettings>;
