import { expect, it } from '@jest/globals';
import type { ImportDetection, ImportReading } from '../api/index.js';
import { detectedLabels } from './detected-labels.js';

const AUTO: ImportReading = { encoding: 'auto', header: null, delimiter: null, sheet: null };
const SET: ImportReading = {
  ...{ encoding: 'utf-8', header: true, delimiter: ';', sheet: null },
  ...{ date_order: 'dmy', decimal: ',' },
};
const FOUND: ImportDetection = {
  ...{ encoding: 'utf-8', delimiter: ';', quote: '"', header: true, date_order: 'dmy', decimal: ',' },
};
const NONE: ImportDetection = {
  ...{ encoding: null, delimiter: null, quote: null, header: null, date_order: null, decimal: null },
};
const DETECT = ['Detect', 'Detect', 'Detect', 'Detect'];
const QUOTES = 'Detected: values may stand in " quotes.';

it.each<[string, ImportReading, ImportDetection | null, string[], string[]]>([
  [
    'all that was found',
    AUTO,
    FOUND,
    ['Detected: UTF-8', 'Detected: semicolon', 'Detected: day, month, year', 'Detected: decimal comma'],
    ['Detected: the first row has the column names.', QUOTES],
  ],
  [
    'other values',
    AUTO,
    { ...FOUND, delimiter: '§', encoding: 'x-own', header: false, date_order: null, decimal: '.', quote: null },
    ['Detected: x-own', 'Detected: §', 'Detect', 'Detected: decimal point'],
    ['Detected: the first row is a row of values.'],
  ],
  ['nothing where all was set', SET, FOUND, DETECT, [QUOTES]],
  ['nothing where nothing was found', AUTO, NONE, DETECT, []],
  ['nothing before the file was read', AUTO, null, DETECT, []],
])('shows %s', (_, reading, detected, choices, remarks) => {
  const { encoding, delimiter, dateOrder, decimal, remarks: said } = detectedLabels(reading, detected);
  expect([[encoding, delimiter, dateOrder, decimal], said]).toEqual([choices, remarks]);
});
