import { describe, expect, it } from '@jest/globals';
import { cellBox, editorFace } from './open-cell';

const TABLE = { left: 100, top: 50, width: 900, height: 400 };

/** A cell at a place in the table. */
const cell = (left: number, top: number, width: number): typeof TABLE => {
  return { left: 100 + left, top: 50 + top, width, height: 24 };
};

describe('the editor of a cell', () => {
  it.each([
    ['has the place of the cell', cell(40, 48, 200), { left: 40, top: 48, width: 200, isLow: false, isRight: false }],
    ['is wide enough to type in', cell(40, 48, 60), { left: 40, width: 160, isRight: false }],
    ['does not reach beyond the table', cell(840, 48, 60), { left: 740, width: 160, isRight: true }],
    ['begins in the table where that is narrow', cell(0, 48, 60), { left: 0, width: 160 }],
    ['has the size of a wide cell, even where that is cut', cell(-50, 48, 1200), { left: -50, width: 1200 }],
    ['lists at the left what has no room at the right', cell(600, 48, 290), { left: 600, isRight: true }],
    ['lists at the right what has room there', cell(480, 48, 300), { left: 480, isRight: false }],
    ['lists above what has no room below', cell(40, 300, 200), { top: 300, height: 24, isLow: true }],
  ])('%s', (_, drawn, expected) => {
    expect(cellBox(drawn, TABLE)).toMatchObject(expected);
  });

  it('stays in a table that is narrower than itself', () => {
    expect(cellBox(cell(20, 48, 60), { ...TABLE, width: 120 })).toMatchObject({ left: 0, width: 160 });
  });
});

describe('editorFace', () => {
  it.each([
    ['text', 'text', 'a', 'lines'],
    ['array', 'text[]', '{a}', 'lines'],
    ['other', 'xml', '<a/>', 'lines'],
    ['json', 'jsonb', '{}', 'lines'],
    ['json', 'STRUCT(a INTEGER)', '{}', 'field'],
    ['json', 'STRUCT(a VARCHAR)', "{'a': 'l1\nl2'}", 'lines'],
    ['integer', 'integer', '1', 'field'],
    ['integer', 'integer', null, 'field'],
    ['boolean', 'boolean', 't', 'list'],
  ] as const)('of %s %s with %j is %s', (kind, type, value, face) => {
    expect(editorFace({ kind, type }, value).face).toBe(face);
  });
});
