import { describe, expect, it } from '@jest/globals';
import { FORMATTED_CELL_CHARACTERS, formatCell, isRightAligned } from './format-cell.js';

describe('formatCell', () => {
  it.each([
    { what: 'NULL', cell: null, text: 'NULL', look: 'null' },
    { what: 'an empty string', cell: '', text: "''", look: 'empty' },
    { what: 'the text NULL', cell: 'NULL', text: 'NULL', look: 'value' },
    { what: 'two quotes', cell: "''", text: "''", look: 'value' },
    { what: 'spaces', cell: '  a  ', text: '  a  ', look: 'value' },
    { what: 'line breaks and tabs', cell: 'a\r\nb\nc\td', text: 'a↵b↵c⇥d', look: 'value' },
    { what: 'control characters', cell: 'a\u0001\u0002\u007f\u0085', text: 'a␁␂␡\\u{85}', look: 'value' },
    { what: 'what turns a text round', cell: '\u202eabc\u2066', text: '\\u{202e}abc\\u{2066}', look: 'value' },
    { what: 'what has no width', cell: '\ufeffa\u200bb', text: '\\u{feff}a\\u{200b}b', look: 'value' },
    { what: 'joined emoji', cell: '👩‍👧', text: '👩‍👧', look: 'value' },
    { what: 'a space alone', cell: ' ', text: '␣', look: 'value' },
    { what: 'spaces and breaks alone', cell: ' \n\u00a0', text: '␣↵␣', look: 'value' },
    { what: 'markup', cell: '<img src=x>', text: '<img src=x>', look: 'value' },
  ])('shows $what', ({ cell, text, look }) => {
    expect(formatCell(cell)).toEqual({ text, look });
  });

  it('keeps a value of 300 characters and cuts a longer one', () => {
    expect(formatCell('x'.repeat(FORMATTED_CELL_CHARACTERS)).text).toHaveLength(FORMATTED_CELL_CHARACTERS);
    expect(formatCell('x'.repeat(FORMATTED_CELL_CHARACTERS + 1)).text).toBe(
      `${'x'.repeat(FORMATTED_CELL_CHARACTERS)}…`,
    );
  });

  it('never cuts a surrogate pair in two', () => {
    const { text } = formatCell(`${'x'.repeat(FORMATTED_CELL_CHARACTERS - 1)}😀😀`);
    expect(text).toBe(`${'x'.repeat(FORMATTED_CELL_CHARACTERS - 1)}…`);
  });
});

describe('isRightAligned', () => {
  it('holds for numbers alone', () => {
    expect((['integer', 'decimal', 'float'] as const).every(isRightAligned)).toBe(true);
    expect((['boolean', 'text', 'date', 'timestamp', 'json', 'other'] as const).some(isRightAligned)).toBe(false);
  });
});
