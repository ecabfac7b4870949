import { describe, expect, it } from '@jest/globals';
import { settingsOfFile, type FilesSettings } from './file-settings.js';

const common = {
  encoding: 'auto',
  header: null,
  delimiter: null,
  dateFormat: null,
  timestampFormat: null,
  sheet: null,
} as const;
const settings: FilesSettings = {
  ...common,
  files: {
    'legacy/*.csv': { encoding: 'windows-1250' },
    'legacy/names.csv': { header: false },
    'a*b*c.tsv': { dateFormat: '%d/%m/%Y' },
  },
};

describe('settingsOfFile', () => {
  it.each([
    ['orders.csv', common],
    ['legacy/orders.csv', { ...common, encoding: 'windows-1250' }],
    ['legacy/names.csv', { ...common, encoding: 'windows-1250', header: false }],
    ['abc.tsv', { ...common, dateFormat: '%d/%m/%Y' }],
    ['a-b-b-c.tsv', { ...common, dateFormat: '%d/%m/%Y' }],
    ['ac.tsv', common],
    ['legacy/.csv', { ...common, encoding: 'windows-1250' }],
    ['x/legacy/orders.csv', common],
  ])('of %s', (path, expected) => {
    expect(settingsOfFile(path, settings)).toEqual(expected);
  });
});
