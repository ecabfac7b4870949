import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { jsonLines, lineText, prettyJson } from './json-lines.js';

describe('JSON in lines', () => {
  it.each<[string, string | null]>([
    ['1', '1'],
    ['"a, b: {"', '"a, b: {"'],
    ['{}', '{}'],
    [' { } ', '{}'],
    ['[ [] , {} ]', '[\n  [],\n  {}\n]'],
    ['{"a":9007199254740993,"b":1.10}', '{\n  "a": 9007199254740993,\n  "b": 1.10\n}'],
    ['[1e400,-0.0,12345678901234567890123]', '[\n  1e400,\n  -0.0,\n  12345678901234567890123\n]'],
    ['{"a":1,"a":2}', '{\n  "a": 1,\n  "a": 2\n}'],
    [
      String.raw`{"q\"":"\u00e9\\"}`,
      String.raw`{
  "q\"": "\u00e9\\"
}`,
    ],
    ['[{"a":[true,null]}]', '[\n  {\n    "a": [\n      true,\n      null\n    ]\n  }\n]'],
    ['', null],
    ['{a:1}', null],
    ['[1,]', null],
    ['NaN', null],
  ])('writes %s', (text, expected) => {
    expect(prettyJson(text)).toBe(expected);
  });

  it.each([
    [9, ['{', '"a": {"b":"}]"},', '"c": [', '1,', '2', ']', '}']],
    [11, ['{', '"a": {', '"b": "}]"', '},', '"c": [', '1,', '2', ']', '}']],
  ])('keeps a member of more than %d characters in one line', (most, texts) => {
    const lines = jsonLines('{"a":{"b":"}]"},"c":[1,2]}', most) ?? [];
    expect(lines.map(({ tokens }) => lineText(tokens))).toEqual(texts);
    expect(lines[0]?.closes).toBe(texts.length - 1);
  });

  it('knows where each part ends and how much is in it', () => {
    const lines = jsonLines('{"a":[1,2,3],"b":{}}') ?? [];
    expect(lines.map(({ tokens, closes, members }) => [lineText(tokens), closes, members])).toEqual([
      ['{', 7, 2],
      ['"a": [', 5, 3],
      ['1,', null, 0],
      ['2,', null, 0],
      ['3', null, 0],
      ['],', null, 0],
      ['"b": {}', null, 0],
      ['}', null, 0],
    ]);
  });

  it('distinguishes keys from strings, and words from numbers', () => {
    const lines = jsonLines('{"a" : "b", "c": false, "d": -1}') ?? [];
    expect(lines.flatMap(({ tokens }) => tokens.filter(({ kind }) => kind !== 'mark'))).toEqual([
      { kind: 'key', text: '"a"' },
      { kind: 'string', text: '"b"' },
      { kind: 'key', text: '"c"' },
      { kind: 'word', text: 'false' },
      { kind: 'key', text: '"d"' },
      { kind: 'number', text: '-1' },
    ]);
  });

  it('writes what the standard writer writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  it('takes a long text in one pass', () => {
    const text = JSON.stringify(Array.from({ length: 100_000 }, (_, index) => ({ index })));
    const begin = performance.now();
    expect(jsonLines(text)).toHaveLength(300_002);
    expect(performance.now() - begin).toBeLessThan(3_000);
  });

  it.each(['a', '\\n', '\\\\'])('takes a string of 20,000,000 characters of %j', (part) => {
    const text = `["${part.repeat(20_000_000 / part.length)}"]`;
    expect(jsonLines(text)?.[1]?.tokens[0]?.text.length).toBe(text.length - 2);
  });
});
