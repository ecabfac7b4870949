import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  columnLetters,
  columnOfReference,
  dateSerial,
  dateStyle,
  excelDate,
  isSheetHeader,
  sheetColumnNames,
  sheetColumnType,
} from './index.js';
import type { CellValue, DateStyle } from './index.js';

describe('columnOfReference', () => {
  it.each([
    ['A1', 0],
    ['Z9', 25],
    ['AA1', 26],
    ['XFD1048576', 16_383],
    ['XFE1', null],
    ['12', null],
    ['', null],
  ])('of %j is %s', (reference, expected) => {
    expect(columnOfReference(reference)).toBe(expected);
  });

  it('is what columnLetters began with', () => {
    fc.assert(
      fc.property(fc.nat(16_383), (place) => {
        expect(columnOfReference(`${columnLetters(place)}7`)).toBe(place);
      }),
    );
  });
});

describe('excelDate', () => {
  it.each<[string, DateStyle, boolean, CellValue]>([
    ['45413', 'date', false, { kind: 'date', text: '2024-05-01' }],
    ['45413.520833333', 'date', false, { kind: 'timestamp', text: '2024-05-01 12:30:00' }],
    ['1', 'date', false, { kind: 'date', text: '1900-01-01' }],
    ['61', 'date', false, { kind: 'date', text: '1900-03-01' }],
    ['0', 'date', true, { kind: 'date', text: '1904-01-01' }],
    ['0.25', 'time', false, { kind: 'time', text: '06:00:00' }],
    ['0.000001', 'time', false, { kind: 'time', text: '00:00:00.086' }],
    ['1.5', 'duration', false, { kind: 'text', text: '36:00:00' }],
    ['0.999999999999', 'time', false, { kind: 'time', text: '00:00:00' }],
    ['2958465', 'date', false, { kind: 'date', text: '9999-12-31' }],
    ['2958465.999999999', 'date', false, { kind: 'number', text: '2958465.999999999' }],
    ['2957003', 'date', true, { kind: 'date', text: '9999-12-31' }],
    ['2957004', 'date', true, { kind: 'number', text: '2957004' }],
    ['-1', 'date', false, { kind: 'number', text: '-1' }],
    ['1e300', 'date', false, { kind: 'number', text: '1e300' }],
    ['x', 'date', false, { kind: 'number', text: 'x' }],
  ])('of %s as %s', (serial, style, is1904, expected) => {
    expect(excelDate(serial, style, is1904)).toEqual(expected);
  });
});

describe('dateSerial', () => {
  it.each([
    ['2024-05-01', '45413'],
    ['2024-05-01 12:00:00', '45413.5'],
    ['1900-02-28', null],
    ['9999-12-31', '2958465'],
    ['10000-01-01', null],
    ['2024-02-30x', null],
    ['2023-02-29', null],
    ['2023-02-30', null],
    ['2023-04-31 10:00:00', null],
    ['2023-02-28 24:00:00', null],
    ['2023-02-28 23:59:60', null],
    ['2024-02-29 10:00:00.5', '45351.416672453706'],
    ['2024-05-01 12:00:00.123456', null],
    ['2024-05-01 12:00:00+00', null],
    ['infinity', null],
  ])('of %s is %s', (text, expected) => {
    expect(dateSerial(text)).toBe(expected);
  });

  it('is what excelDate makes the same moment of, to the millisecond', () => {
    const moments = fc.date({ min: new Date('1900-03-02'), max: new Date('9999-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(moments, (moment) => {
        const text = moment.toISOString().slice(0, 23).replace('T', ' ');
        const found = excelDate(dateSerial(text) ?? '', 'date', false).text;
        expect(`${found}${found.length === 10 ? ' 00:00:00' : ''}`).toBe(text.replace('.000', ''));
      }),
    );
  });
});

describe('dateStyle', () => {
  it.each<[number, string | null, DateStyle | null]>([
    [14, null, 'date'],
    [22, null, 'date'],
    [21, null, 'time'],
    [46, null, 'duration'],
    [0, null, null],
    [2, null, null],
    [164, 'yyyy-mm-dd', 'date'],
    [164, 'mmm', 'date'],
    [164, 'hh:mm:ss', 'time'],
    [164, '[h]:mm', 'duration'],
    [164, '[$-409]d/m/yy h:mm AM/PM;@', 'date'],
    [164, '#,##0.00', null],
    [164, '0.00 "days"', null],
    [164, '[Red]0', null],
    [164, 'General', null],
  ])('of format %d %s is %s', (id, code, expected) => {
    expect(dateStyle(id, code)).toBe(expected);
  });
});

describe('sheetColumnType', () => {
  it.each<[CellValue['kind'][], boolean, string | null]>([
    [[], true, 'VARCHAR'],
    [['number'], true, 'BIGINT'],
    [['number'], false, null],
    [['number', 'text'], true, 'VARCHAR'],
    [['date', 'timestamp'], true, 'TIMESTAMP'],
    [['date'], true, 'DATE'],
    [['time', 'date'], true, 'VARCHAR'],
    [['boolean'], true, 'BOOLEAN'],
  ])('of %j (small integers: %s) is %s', (kinds, isSmallInteger, expected) => {
    expect(sheetColumnType({ kinds: new Set(kinds), isSmallInteger })).toBe(expected);
  });
});

describe('a header', () => {
  const text = (value: string): CellValue => ({ kind: 'text', text: value });
  it.each<[(CellValue | null)[], boolean]>([
    [[text('a'), text('b')], true],
    [[text('a'), text('a')], false],
    [[text('a'), null], false],
    [[text('a'), { kind: 'number', text: '1' }], false],
    [[], false],
  ])('%j: %s', (row, expected) => {
    expect(isSheetHeader(row)).toBe(expected);
  });

  it('gives each column a name of its own', () => {
    expect(sheetColumnNames([text('a'), null, text('A')], 4)).toEqual(['a', 'column1', 'A_1', 'column3']);
  });
});
