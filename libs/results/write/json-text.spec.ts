import { describe, expect, it } from '@jest/globals';
import { jsonTextSteps } from './json-text.js';

const DEEP = 100_000;
const LONG = 3_000_000;
const TEXTS = [
  ...['', ' ', '1', '-1', '01', '1.', '.5', '1.5e+10', '1e', '+1', '-', '--1', 'NaN', 'Infinity', '0x10', '1 2'],
  ...['true', 'True', 'tru', 'truefalse', 'null', 'nul', 'nullx'],
  ...[
    '""',
    '"',
    '"a',
    '"\\"',
    '"\\""',
    '"\\u00e9"',
    '"\\u00g9"',
    '"\\x"',
    '"a\nb"',
    '"a\tb"',
    '"\u007f\u2028😀\ud800"',
  ],
  ...['[]', '[', ']', '[1]', '[1,]', '[,1]', '[1 2]', '[[]]', '[[],[]]', '[1]]', '[[1]', '[1,[2,{"a":[]}]]'],
  ...['{}', '{', '}', '{"a":1}', '{"a":1,}', '{"a"}', '{a:1}', '{"a":}', '{"a":1 "b":2}', '{"a":1,"b":{}}', '{"a":[}]'],
  ...[' \t\r\n{ "a" : [ 1 , "x" ] } \n', '\u00a01', '1\u00a0', '\ufeff1', '1\u0000', '/**/1', "'a'", '[1}', '{"a":1]'],
  ...[`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, `${'['.repeat(DEEP)}${']'.repeat(DEEP - 1)}`, '{"a":'.repeat(DEEP)],
  ...[
    `[${'1, '.repeat(LONG)}1]`,
    `[${'1, '.repeat(LONG)}]`,
    `"${'x'.repeat(LONG)}"`,
    ' '.repeat(LONG),
    '9'.repeat(LONG),
  ],
];

describe('jsonTextSteps', () => {
  it.each(TEXTS.map((text) => [text.length > 60 ? `${text.slice(0, 20)}… (${text.length})` : text, text]))(
    'agrees with the parser of JavaScript about %j',
    (_, text) => expect(isJsonText(text)).toBe(isParsed(text)),
  );

  it('agrees about texts in which a character is lost, doubled or another one', () => {
    const text = '{"a b": [1.5e3, -2, true, null, "x\\u00e9\\n"], "c": {"d": []}, "e": false}';
    const others = ['', '"', ',', ':', '[', ']', '{', '}', '0', '-', '.', 'e', '\\', ' ', '\n', 'x'];
    for (let at = 0; at <= text.length; at += 1)
      for (const other of others)
        for (const skipped of [0, 1]) {
          const changed = `${text.slice(0, at)}${other}${text.slice(at + skipped)}`;
          expect([changed, isJsonText(changed)]).toEqual([changed, isParsed(changed)]);
        }
  });
});

function isJsonText(text: string): boolean {
  const steps = jsonTextSteps(text);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
