import { describe, expect, it } from '@jest/globals';
import { chartData } from '#libs/charts';
import type { ChartSpec } from '#libs/charts';
import { columnSample } from '../../../../testing/run-samples';
import { chartOption, slices } from './chart-option';

const TOKENS = { palette: ['#111'], text: '#222', muted: '#333', line: '#444', panel: '#fff', overlay: '#eee', font: 'a', mono: 'b' }; // prettier-ignore
const columns = [columnSample('city'), columnSample('total', 'decimal')];
const spec: ChartSpec = { type: 'bar', x: 0, series: [1], group: null, aggregate: 'none', sort: 'as-is', top: 0 };

interface Option {
  readonly tooltip: { readonly formatter: (hits: unknown) => string };
  readonly series: readonly { readonly type: string; readonly data: readonly unknown[] }[];
}

function option(rows: string[][], change: Partial<ChartSpec> = {}): Option {
  const data = chartData(columns, rows, { ...spec, ...change }, 'category');
  return chartOption(data, { ...spec, ...change }, { x: 'city', y: 'total' }, TOKENS) as unknown as Option;
}

describe('a chart', () => {
  it('shows exact numbers under the pointer, and lets no text of a database become HTML', () => {
    const { tooltip, series } = option([['<img src=x onerror=alert(1)>', '9007199254740993.10']]);
    const text = tooltip.formatter([{ data: series[0]?.data[0], seriesName: 'a"b', color: '#111' }]);
    expect(text).toContain('9007199254740993.10');
    expect(text).not.toContain('<img');
    expect(text).toContain('a&quot;b');
  });

  it.each(['bar', 'line', 'scatter', 'pie'] as const)('of type %s is one', (type) => {
    expect(option([['A', '1']], { type }).series[0]?.type).toBe(type);
  });

  it('in slices has the greatest, and one for the rest', () => {
    const rows = Array.from({ length: 20 }, (_, index) => [`c${index}`, String(index)]);
    const names = slices(chartData(columns, rows, { ...spec, type: 'pie' }, 'category')).map(({ name }) => name);
    expect([names.length, names[0], names.at(-1)]).toEqual([12, 'c19', 'Others']);
  });
});
