import { describe, expect, it } from '@jest/globals';
import { isoDate, isoRows } from './iso-dates.js';

describe('isoDate', () => {
  it.each([
    ['01/02/2024', '2024-02-01', '2024-01-02', null],
    ['1.2.24', '2024-02-01', '2024-01-02', '2001-02-24'],
    ['1/2/70', '1970-02-01', '1970-01-02', null],
    ['13/02/2024', '2024-02-13', null, null],
    ['02/13/2024', null, '2024-02-13', null],
    ['01,02,2024', '2024-02-01', '2024-01-02', null],
    [' 01 02 2024', '2024-02-01', '2024-01-02', null],
    ['01/02/2024 10:20:30.5+02', '2024-02-01 10:20:30.5+02', '2024-01-02 10:20:30.5+02', null],
    ['01/02/2024T10:20', '2024-02-01T10:20', '2024-01-02T10:20', null],
    ['01/02/44 BC', '0044-02-01 BC', '0044-01-02 BC', null],
    ['01/02/03', '2003-02-01', '2003-01-02', '2001-02-03'],
    ['99-02-01', null, null, '1999-02-01'],
    ['01-Feb-03', '2003-Feb-01', '2003-Feb-01', '2001-Feb-03'],
    ['Feb 1 03 10:20', '2003-Feb-01 10:20', '2003-Feb-01 10:20', '2001-Feb-03 10:20'],
    ['Mon 01/02/2003', '2003-02-01', '2003-01-02', null],
    ['Sunday, 1.2.2003 10:00', '2003-02-01 10:00', '2003-01-02 10:00', null],
    // Postgres takes a time in front.
    ['10:00 01/02/2003', null, null, null],
    ['10 01/02/2003', null, null, null],
    ['01/02/03/04', null, null, null],
    ['2003 01/02', null, null, null],
    ['01 Foo 2003', null, null, null],
    ['010203', null, null, null],
    ['today 01/02/2003', null, null, null],
    ['none', null, null, null],
    ['', null, null, null],
  ])('of %j is %j, %j or %j, and nothing without an order', (text, dmy, mdy, ymd) => {
    const read = [isoDate(text, 'dmy'), isoDate(text, 'mdy'), isoDate(text, 'ymd'), isoDate(text, null)];
    expect(read).toEqual([dmy, mdy, ymd, null]);
  });

  it.each([
    '2024-02-01',
    '2024/02/01 10:20',
    '20240201',
    '0044-03-15 BC',
    '2024-Feb-01',
    '2024-032',
    'infinity',
    '-infinity',
    'epoch',
    'today',
    'tomorrow 10:00',
  ])('of %j is the text in each order', (text) => {
    const read = [isoDate(text, 'dmy'), isoDate(text, 'mdy'), isoDate(text, 'ymd'), isoDate(text, null)];
    expect(read).toEqual([text, text, text, text]);
  });

  it.each([
    ['01-Feb-2024', '2024-Feb-01'],
    ['Feb 1, 2024', '2024-Feb-01'],
    ['Thu Feb  1 10:20:30 UTC 2024', '2024-Feb-01 10:20:30 UTC'],
    ['Thu, 01 Feb 2024 10:20:30 +0000', '2024-Feb-01 10:20:30 +0000'],
    ['Thu 2024-02-01', '2024-02-01'],
  ])('of %j is %j in each order', (text, iso) => {
    const read = [isoDate(text, 'dmy'), isoDate(text, 'mdy'), isoDate(text, 'ymd'), isoDate(text, null)];
    expect(read).toEqual([iso, iso, iso, iso]);
  });
});

describe('isoRows', () => {
  const columns = [
    { name: 'd', holds: 'date' as const },
    { name: 't', holds: null },
  ];
  const rows = [
    ['01/02/2024', '01/02/2024'],
    [null, 'x'],
  ];

  it('writes the columns of dates', () => {
    const written = [
      ['2024-02-01', '01/02/2024'],
      [null, 'x'],
    ];
    expect(isoRows(rows, columns, 'dmy')).toEqual({ kind: 'rows', rows: written });
  });

  it.each([
    [null, '"01/02/2024" is no ISO date. Choose the date order of the file.'],
    ['ymd' as const, '"01/02/2024" is no date in the order year, month, day.'],
  ])('names the first text that is no date in the order %s', (order, message) => {
    const faulty = { kind: 'faulty', row: 2, column: 'd', message };
    expect(isoRows([['2024-01-01', ''], ...rows], columns, order)).toEqual(faulty);
  });

  it.each([
    '{2024-02-01,NULL}',
    '{"2024-02-01 10:00:00","2024-02-02 10:00:00"}',
    '[2024-02-01,)',
    '{[2024-02-01,2024-03-01),[2024-04-01,2024-05-01)}',
    'empty',
    '{}',
  ])('takes the ISO dates of the list or range %j', (text) => {
    expect(isoRows([[text]], [{ name: 'd', holds: 'dates' }], null)).toEqual({ kind: 'rows', rows: [[text]] });
  });

  it.each(['{2024-02-01,01/02/2024}', '[1.2.2024,)', '{01-02-2024}', '{"01 02 2024"}', '["10:00 01/02/2024",]'])(
    'refuses other dates of the list or range %j in each order',
    (text) => {
      const faulty = { kind: 'faulty', row: 1, column: 'd', message: `"${text}" has dates that are not in ISO form.` };
      for (const order of [null, 'dmy', 'mdy', 'ymd'] as const)
        expect(isoRows([[text]], [{ name: 'd', holds: 'dates' }], order)).toEqual(faulty);
    },
  );
});
