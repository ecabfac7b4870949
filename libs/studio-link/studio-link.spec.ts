import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ChartSpec } from '../charts/index.js';
import type { LinkParameters } from './link-parameters.js';
import { isShortEnough, queryAddress, readQueryLink, readStudioLink, studioAddress } from './studio-link.js';
import type { StudioLink } from './studio-link.js';

const read = (query: string) => readStudioLink(new URLSearchParams(query));
const LINK: StudioLink = {
  connectionId: 'shop',
  sql: 'SELECT 1',
  title: null,
  isMap: false,
  mapColumn: null,
  mode: null,
  chart: null,
  parameters: null,
  isRun: true,
};
const CHART: ChartSpec = {
  ...{ type: 'bar', x: 0, series: [1, 2], group: null, aggregate: 'sum', sort: 'most', top: 20 },
};
const PARAMETERS: LinkParameters = { id: { value: '7', type: 'bigint' }, since: { value: null, type: null } };

describe('a link into the studio', () => {
  it.each<[string, StudioLink | null]>([
    ['connection=shop&sql=SELECT%201', LINK],
    ['connection=shop&sql=SELECT+1&map=1&title=Stores', { ...LINK, isMap: true, title: 'Stores' }],
    ['connection=shop&sql=SELECT+1&map=1&map_column=+area+', { ...LINK, isMap: true, mapColumn: ' area ' }],
    ['connection=shop&sql=SELECT+1&map_column=', LINK],
    ['connection=shop&sql=SELECT%201&run=0', { ...LINK, isRun: false }],
    ['connection=shop&sql=SELECT%201&run=1&map=0', LINK],
    ['connection=shop&sql=SELECT%201&run=yes&map=true&later=new', LINK],
    ['sql=SELECT%201', { ...LINK, connectionId: null }],
    ['connection=+&sql=SELECT%201&title=+', { ...LINK, connectionId: null }],
    ['connection=shop', null],
    ['connection=shop&sql=', null],
    ['connection=shop&sql=%20%0A', null],
    [`connection=shop&sql=SELECT%201&title=${'x'.repeat(200)}`, { ...LINK, title: 'x'.repeat(80) }],
  ])('reads %s', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it('is written as the specification shows it', () => {
    expect(studioAddress({ ...LINK, sql: 'SELECT a', isMap: true, title: 'Stores & more', isRun: false })).toBe(
      '/studio?connection=shop&sql=SELECT+a&map=1&title=Stores+%26+more&run=0',
    );
  });

  it.each<[string, Partial<StudioLink>]>([
    ['mode=chart', { mode: 'chart' }],
    ['mode=plan', {}],
    [`chart=${encodeURIComponent(JSON.stringify(CHART))}`, { chart: CHART }],
    ['chart={"type":"bar"}', {}],
    ['chart={', {}],
    [`chart=${encodeURIComponent(JSON.stringify({ ...CHART, x: -1 }))}`, {}],
    [`chart=${encodeURIComponent(JSON.stringify({ ...CHART, series: ['1'] }))}`, {}],
    [`parameters=${encodeURIComponent(JSON.stringify(PARAMETERS))}`, { parameters: PARAMETERS }],
    ['parameters={}', {}],
    ['parameters=[]', {}],
    ['parameters={"id":{"value":7,"type":null}}', {}],
    ['parameters={"id":{"value":"7","type":"money"}}', {}],
  ])('reads the view of %s', (part, view) => {
    expect(read(`connection=shop&sql=SELECT%201&${part}`)).toEqual({ ...LINK, ...view });
  });

  it('opens a saved query by its id, unless it has a text of its own', () => {
    const link = { queryId: 'q1', isMap: true, mode: null, chart: CHART, parameters: PARAMETERS, isRun: false };
    const query = queryAddress({ ...link, mapColumn: 'area' }).split('?')[1] ?? '';
    expect(readQueryLink(new URLSearchParams(query))).toEqual({ ...link, mapColumn: 'area' });
    expect(readQueryLink(new URLSearchParams('sql=SELECT+1'))).toBeNull();
    expect(readQueryLink(new URLSearchParams('query=q1&sql=SELECT+1'))).toBeNull();
  });

  it('is short enough up to 6,000 characters', () => {
    expect([isShortEnough('x'.repeat(6000)), isShortEnough('x'.repeat(6001))]).toEqual([true, false]);
  });

  it('comes back as it was written', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((one) => one.trim() === one);
    const links = fc.record<StudioLink>({
      connectionId: fc.option(text),
      sql: text,
      title: fc.option(text.filter((one) => one.length <= 80)),
      isMap: fc.boolean(),
      mapColumn: fc.option(text),
      mode: fc.option(fc.constantFrom('table', 'chart', 'json')),
      chart: fc.option(fc.constant(CHART)),
      parameters: fc.option(fc.constant(PARAMETERS)),
      isRun: fc.boolean(),
    });
    fc.assert(fc.property(links, (link) => expect(read(studioAddress(link).split('?')[1] ?? '')).toEqual(link)));
  });
});
