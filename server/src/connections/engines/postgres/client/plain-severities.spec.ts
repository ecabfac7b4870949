import { describe, expect, it } from '@jest/globals';
import { PlainSeverities } from './plain-severities.js';

/** A message with fields, each a letter and its text. */
function message(type: string, ...fields: string[]): Buffer {
  const body = Buffer.from(`${fields.map((field) => `${field}\0`).join('')}\0`);
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
}

const RUSSIAN = ['SВАЖНО', 'VFATAL', 'C42501', 'MVerboten'];
const STREAM = Buffer.concat([
  message('E', ...RUSSIAN),
  message('Z'),
  message('N', 'SWARNUNG', 'VWARNING', 'C01000', 'MVorsicht'),
  // Before Postgres 9.6, and from some poolers.
  message('E', 'SFATAL', 'C08P01', 'MV'),
  message('T', 'SV', 'VV'),
]);
const EXPECTED = Buffer.concat([
  message('E', 'SВАЖНО', 'SFATAL', 'C42501', 'MVerboten'),
  message('Z'),
  message('N', 'SWARNUNG', 'SWARNING', 'C01000', 'MVorsicht'),
  message('E', 'SFATAL', 'C08P01', 'MV'),
  message('T', 'SV', 'VV'),
]);

describe('the severity that is not translated', () => {
  it.each([1, 2, 3, 5, 7, 16, STREAM.length])('takes the place of the other one in pieces of %d bytes', (length) => {
    const severities = new PlainSeverities();
    const pieces: Buffer[] = [];
    for (let at = 0; at < STREAM.length; at += length) {
      const piece = Buffer.from(STREAM.subarray(at, at + length));
      severities.rewrite(piece);
      pieces.push(piece);
    }
    expect(Buffer.concat(pieces).toString()).toBe(EXPECTED.toString());
  });
});
