import { describe, expect, it } from '@jest/globals';
import { withoutAdvice } from './without-advice.js';

describe('withoutAdvice', () => {
  it.each([
    [
      'CSV Error on Line: 2\nOriginal Line: name,n\nInvalid unicode (byte sequence mismatch) detected.\n\nPossible Solution: Set the correct encoding, if available\nPossible Solution: Enable ignore errors (ignore_errors=true)\n\n  file = a.csv\n',
      'CSV Error on Line: 2\nOriginal Line: name,n\nInvalid unicode (byte sequence mismatch) detected.',
    ],
    [
      'The CSV Reader does not support the encoding: "CP1252"\nIt is possible that the encoding exists in the encodings extension. You can try "INSTALL encodings; LOAD encodings"',
      'The CSV Reader does not support the encoding: "CP1252"',
    ],
    [
      'JSON transform error in file "a.json", in line 3: Failed to cast value to numerical: 1\nTry increasing \'sample_size\', reducing …',
      'JSON transform error in file "a.json", in line 3: Failed to cast value to numerical: 1',
    ],
    [
      'CSV Error on Line: 9\nOriginal Line: oops\nError when converting column "n". Could not convert string "oops" to \'BIGINT\'\n\nColumn n is being converted as type BIGINT\nThis type was auto-detected from the CSV file.\nPossible solutions:\n* Override the type',
      'CSV Error on Line: 9\nOriginal Line: oops\nError when converting column "n". Could not convert string "oops" to \'BIGINT\'',
    ],
    ['Table with name x does not exist!', 'Table with name x does not exist!'],
  ])('of %j', (message, expected) => {
    expect(withoutAdvice(message)).toBe(expected);
  });
});
