export { CsvScan } from './csv-scan.js';
export { isDoubtful, isRagged, type CsvShape } from './csv-shape.js';
export { otherDateOrders } from './date-orders.js';
export { COMMON_DELIMITERS, DELIMITER_RULE, isDelimiter } from './delimiters.js';
export {
  decoderLabel,
  encodingName,
  FILE_ENCODINGS,
  isFileEncoding,
  type FileEncoding,
  type KnownEncoding,
} from './encodings.js';
export { FILES_DEFAULTS, settingsOfFile, type FileSettings, type FilesSettings } from './file-settings.js';
export { encodingOfStart, incompleteTail, isMostlyUtf8, type StartOfText } from './detect-encoding.js';
export { keepLineEndings } from './keep-line-endings.js';
export { numberType, type NumberFacts } from './number-type.js';
export type { PlainColumn, PlainCsv } from './plain-csv.js';
export { rememberNames, tableNames, type NamedPath } from './table-names.js';
