import { describe, expect, it } from '@jest/globals';
import { columnWidth } from './column-width.js';

describe('columnWidth', () => {
  it('fits the longest of header, type and values', () => {
    const byName = columnWidth('a_rather_long_column_name', 'text', ['x']);
    const byType = columnWidth('at', 'timestamp without time zone', ['x']);
    const byValue = columnWidth('at', 'text', ['2026-05-19 09:41:12+01']);
    expect([byName, byType, byValue].every((width) => width > 150 && width < 260)).toBe(true);
  });

  it.each(['integer', 'boolean', 'smallint', 'double precision'])('has room for the type %s', (type) => {
    // 11 px of the mono font are 6.6 px a character; a cell of a head has 8 px at each side and the gap of its arrow.
    expect(columnWidth('i', type, ['1'])).toBeGreaterThanOrEqual(Math.ceil(type.length * 6.6) + 20);
  });

  it('stays between 56 and 360 pixels', () => {
    expect(columnWidth('i', 'int', ['1'])).toBe(56);
    expect(columnWidth('', '', [])).toBe(56);
    expect(columnWidth('x'.repeat(500), 'text', ['y'.repeat(5_000)])).toBe(360);
  });
});
