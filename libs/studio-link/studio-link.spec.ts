import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readStudioLink, studioAddress } from './studio-link.js';
import type { StudioLink } from './studio-link.js';

const read = (query: string) => readStudioLink(new URLSearchParams(query));
const LINK: StudioLink = {
  connectionId: 'shop',
  sql: 'SELECT 1',
  title: null,
  isMap: false,
  mapColumn: null,
  isRun: true,
};

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

  it('comes back as it was written', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((one) => one.trim() === one);
    const links = fc.record<StudioLink>({
      connectionId: fc.option(text),
      sql: text,
      title: fc.option(text.filter((one) => one.length <= 80)),
      isMap: fc.boolean(),
      mapColumn: fc.option(text),
      isRun: fc.boolean(),
    });
    fc.assert(fc.property(links, (link) => expect(read(studioAddress(link).split('?')[1] ?? '')).toEqual(link)));
  });
});
