import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NumberMean } from './number-mean.js';

/** A decimal of which most have few digits that count, behind them zeros as arithmetic of Postgres leaves them. */
const decimal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.nat(20_000).map(String), fc.stringMatching(/^\d{1,30}$/)),
    fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,4}$/), fc.stringMatching(/^\.\d{1,25}$/)),
    fc.nat(20),
  )
  .map(([sign, whole, fraction, zeros]) => `${sign}${whole}${fraction}${fraction === '' ? '' : '0'.repeat(zeros)}`);

/** The mean by integers of one scale, rounded away from zero to ten digits more than the longest text has. */
function plainMean(texts: readonly string[]): string {
  const scaleOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0);
  const scale = Math.max(...texts.map(scaleOf));
  const numbers = texts.map((text) => BigInt(text.replace('.', '')) * 10n ** BigInt(scale - scaleOf(text)));
  const sum = numbers.reduce((total, one) => total + one, 0n) * 10n ** 10n;
  const count = BigInt(texts.length);
  const rounded = ((sum < 0n ? -sum : sum) * 2n + count) / (2n * count);
  const digits = String(rounded).padStart(scale + 11, '0');
  const text = `${digits.slice(0, -scale - 10)}.${digits.slice(-scale - 10)}`.replace(/\.?0*$/, '');
  return sum < 0n && rounded !== 0n ? `-${text}` : text;
}

describe('NumberMean', () => {
  it('is exact for decimals, however they are printed', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 30 }), (texts) => {
        const mean = new NumberMean('decimal');
        for (const text of texts) mean.add(text);
        expect(mean.mean()).toBe(plainMean(texts));
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string[], string | null]>([
    [['.5', '1.'], '0.75'],
    [['-', '1'], null],
    [['1e2', '0'], '50'],
    [['1.5000', '1.5'], '1.5'],
    [['0.1000000000', '0.2', '0.2'], '0.16666666666666666667'],
    [['-0', '-0.00'], '0'],
    [['999999999999999', '999999999999999.0', '1'], '666666666666666.33333333333'],
  ])('of %j is %j', (texts, expected) => {
    const mean = new NumberMean('decimal');
    for (const text of texts) mean.add(text);
    expect(mean.mean()).toBe(expected);
  });
});
