import { expect, it } from '@jest/globals';
import { OpenQuote } from './open-quote.js';

it.each([
  ['a,b\n1,"x,2\n3,4\n', 2],
  ['a,b\n1,"x"\n2,"y\n\n', 3],
  ['a,b\r\n1,"x ""y"",\r\n', 2],
  ['"a,b\n', 1],
  ['a,b\n1,"x\n2"\n', null],
  ['a,b\n1,5" disk\n', null],
  ['a,b\n1,"x ""y"""\n', null],
  ['', null],
])('of %j begins in line %p', (text, line) => {
  for (const size of [1, 3, 100]) {
    const scan = new OpenQuote(',');
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += size) scan.take(bytes.subarray(at, at + size));
    expect(scan.line).toBe(line);
  }
});
