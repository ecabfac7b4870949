export { CsvScan } from './csv-scan.js';
export { isDoubtful, isRagged, type CsvShape } from './csv-shape.js';
export {
  DATE_ORDERS,
  DATE_ORDER_NAMES,
  dateOrder,
  inDateOrder,
  otherDateOrders,
  provenDateOrder,
  type DateOrder,
} from './date-orders.js';
export {
  COMMA_DECIMAL,
  DECIMAL_SIGNS,
  EITHER_DECIMAL,
  numberPattern,
  plainNumber,
  provenDecimalSign,
  type CommaColumn,
  type DecimalSign,
} from './decimal-signs.js';
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
export { firstDelimiter } from './first-delimiter.js';
export { NOTHING_FOUND, type FoundReading, type ReadingDoubt } from './found-reading.js';
export { keepLineEndings } from './keep-line-endings.js';
export { numberType, type NumberFacts } from './number-type.js';
export { OpenQuote } from './open-quote.js';
export type { PlainColumn, PlainCsv } from './plain-csv.js';
export { separatorLine } from './separator-line.js';
export { rememberNames, tableNames, type NamedPath } from './table-names.js';
