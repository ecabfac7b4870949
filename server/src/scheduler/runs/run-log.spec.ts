import { describe, expect, it } from '@jest/globals';
import { RunLog } from './run-log.js';

function logOf(...texts: string[]): string[] {
  const log = new RunLog(() => '2026-01-01T00:00:00.000Z');
  for (const text of texts) log.add(text);
  return log.lines().map(({ text }) => text);
}

describe('a log of a run', () => {
  it.each([
    ['', []],
    ['a', ['a']],
    ['a\r\n\r\nb\n', ['a', 'b']],
    ['\n \na', ['a']],
    ['x'.repeat(2_000), ['x'.repeat(2_000)]],
    ['x'.repeat(2_000) + '\r\ny', ['x'.repeat(2_000), 'y']],
    ['x'.repeat(2_001), [`${'x'.repeat(1_999)}…`]],
    ['x'.repeat(5_000_000) + '\ny', [`${'x'.repeat(1_999)}…`, 'y']],
  ])('of %# has the lines that are not blank, shortened', (text, lines) => {
    expect(logOf(text)).toEqual(lines);
  });

  const numbered = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`);

  it.each([1_999, 2_000, 2_001, 5_000])('keeps the beginning and the end of %i lines', (count) => {
    const lines = numbered(count);
    const left = count - 2_000;
    const kept =
      left <= 0 ? lines : [...lines.slice(0, 1_000), `… ${left} lines are left out …`, ...lines.slice(-1_000)];
    expect(logOf(lines.join('\n'))).toEqual(kept);
    expect(logOf(`${lines.join('\r\n')}\r\n`)).toEqual(kept);
    expect(logOf(...lines)).toEqual(kept);
    expect(logOf(lines.slice(0, 700).join('\n'), lines.slice(700).join('\n'))).toEqual(kept);
  });

  it('does not hold millions of lines, nor make them', () => {
    const made = { stamps: 0 };
    const log = new RunLog(() => {
      made.stamps += 1;
      return '2026-01-01T00:00:00.000Z';
    });
    log.add('a\n'.repeat(3_000_000));
    expect(log.lines()).toHaveLength(2_001);
    expect(made.stamps).toBeLessThan(2_010);
  });
});
