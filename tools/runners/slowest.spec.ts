import { describe, expect, it } from '@jest/globals';
import { inProject } from '../project.mjs';
import { slowest } from './slowest.mjs';

describe('slowest', () => {
  it('adds up the times of a file and shows the longest first', () => {
    const durations = [
      { file: inProject('libs/a.spec.ts'), ms: 400 },
      { file: 'tabs.e2e.ts', ms: 1200 },
      { file: inProject('libs/a.spec.ts'), ms: 1100 },
    ];
    expect(slowest('unit', durations).split('\n')).toEqual([
      'Slowest files of unit:',
      '     1.5 s  libs/a.spec.ts',
      '     1.2 s  tabs.e2e.ts',
    ]);
  });

  it('shows ten', () => {
    const durations = Array.from({ length: 30 }, (_, index) => ({ file: `${index}.e2e.ts`, ms: index }));
    expect(slowest('e2e', durations).split('\n')).toHaveLength(11);
  });
});
