import type { ImportDateOrder, ImportDecimal, ImportDetection, ImportReading } from '../api/index.js';
import { COMMON_DELIMITERS, encodingName, isFileEncoding } from '../files/index.js';
import { READING_LABELS } from './doubt-faults.js';

/** The choices that find out how a file is read, each with what was found where it is chosen. */
export interface DetectedLabels {
  readonly encoding: string;
  readonly delimiter: string;
  readonly dateOrder: string;
  readonly decimal: string;
  /** What has no choice that could show it, a sentence each. */
  readonly remarks: readonly string[];
}

/** `detected` is null while the file is not read. */
export function detectedLabels(reading: ImportReading, detected: ImportDetection | null): DetectedLabels {
  const label = (isChosen: boolean, text: string | null | undefined): string =>
    isChosen && text !== null && text !== undefined ? `Detected: ${text}` : 'Detect';
  const { encoding = null, delimiter = null, header = null, quote = null } = detected ?? {};
  return {
    encoding: label(reading.encoding === 'auto', encoding === null ? null : encodingText(encoding)),
    delimiter: label(reading.delimiter === null, delimiter === null ? null : delimiterText(delimiter)),
    dateOrder: label((reading.date_order ?? null) === null, readingText(detected?.date_order ?? null)),
    decimal: label((reading.decimal ?? null) === null, readingText(detected?.decimal ?? null)),
    remarks: [
      ...(header === null || reading.header !== null
        ? []
        : [`Detected: the first row ${header ? 'has the column names' : 'is a row of values'}.`]),
      ...(quote === null ? [] : [`Detected: values may stand in ${quote} quotes.`]),
    ],
  };
}

function encodingText(encoding: string): string {
  return isFileEncoding(encoding) && encoding !== 'auto' ? encodingName(encoding) : encoding;
}

function delimiterText(delimiter: string): string {
  return COMMON_DELIMITERS.find(({ value }) => value === delimiter)?.label.toLowerCase() ?? delimiter;
}

function readingText(as: ImportDateOrder | ImportDecimal | null): string | null {
  return as === null ? null : READING_LABELS[as];
}
