import { describe, expect, it } from '@jest/globals';
import { jsonLines, lineText } from '#libs/results';
import { foldedAtFirst, JsonLayout, shownLines } from './json-layout';

describe('JsonLayout', () => {
  const layout = new JsonLayout(
    5,
    3,
    new Map([
      [3, Array.from({ length: 5 })],
      [1, Array.from({ length: 1 })],
      [9, Array.from({ length: 9 })],
    ]),
  );

  it('finds what stands in each line, and where each row begins', () => {
    const places = Array.from({ length: layout.lineCount }, (_, line) => layout.placeOf(line));
    expect(places.map(({ row, line }) => `${row}.${line}`).join(' ')).toBe(
      '0.0 0.1 0.2 1.0 2.0 2.1 2.2 3.0 3.1 3.2 3.3 3.4 4.0 4.1 4.2',
    );
    for (let row = 0; row < 5; row += 1) expect(layout.placeOf(layout.lineOf(row))).toEqual({ row, line: 0 });
  });

  it('has no lines without rows', () => {
    expect(new JsonLayout(0, 3, new Map()).lineCount).toBe(0);
  });
});

describe('folding', () => {
  const lines = jsonLines('{"a":{"b":[1,2]},"c":3}') ?? [];
  const texts = (folded: ReadonlySet<number>) =>
    shownLines(lines, folded).map((at) => lineText(lines[at]?.tokens ?? []));

  it('hides what is inside, with the line that ends it', () => {
    expect(texts(new Set())).toHaveLength(9);
    expect(texts(foldedAtFirst(lines))).toEqual(['{', '"a": {', '"c": 3', '}']);
    expect(texts(new Set([0]))).toEqual(['{']);
  });
});
