import { describe, expect, it } from '@jest/globals';
import type { ChartSpec } from '#libs/charts';
import { ChartChoices } from './chart-choices';

const SPEC: ChartSpec = { type: 'bar', x: 0, series: [1], group: null, aggregate: 'sum', sort: 'x', top: 0 };

describe('ChartChoices', () => {
  it('forgets what was set by hand and what a link wants of one tab', () => {
    const kept = new ChartChoices();
    kept.specs.set('a 0', SPEC).set('b 0', SPEC);
    kept.byTab.set('a', SPEC).set('b', SPEC);
    kept.forget('a 0', 'a');
    expect([[...kept.specs.keys()], [...kept.byTab.keys()]]).toEqual([['b 0'], ['b']]);
  });
});
