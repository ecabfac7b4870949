import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addLinkGrant, areLinkGrants, LINK_GRANT_MS, takeLinkGrant } from './link-grant.js';
import type { StudioLink } from './studio-link.js';

const NOW = 1_000_000;
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
const GRANTS = addLinkGrant([], LINK, NOW);

describe('a grant of a link', () => {
  it.each<[string, StudioLink, number, boolean]>([
    ['is valid at once', LINK, NOW, true],
    ['is valid until it expires', LINK, NOW + LINK_GRANT_MS - 1, true],
    ['expires', LINK, NOW + LINK_GRANT_MS, false],
    ['is not valid after the clock was set back', LINK, NOW - 1, false],
    ['fits no other text', { ...LINK, sql: 'SELECT 2' }, NOW, false],
    ['fits no other connection', { ...LINK, connectionId: 'vault' }, NOW, false],
    ['fits no link without a connection', { ...LINK, connectionId: null }, NOW, false],
    ['fits no other view', { ...LINK, isMap: true }, NOW, false],
    ['fits no other parameters', { ...LINK, parameters: { id: { value: '1', type: null } } }, NOW, false],
    ['fits no other column of the map', { ...LINK, mapColumn: 'area' }, NOW, false],
  ])('%s', (_, link, nowMs, isGranted) => {
    expect(takeLinkGrant(GRANTS, link, nowMs).isGranted).toBe(isGranted);
  });

  it('is used up by one visit', () => {
    const { left } = takeLinkGrant(GRANTS, LINK, NOW);
    expect(takeLinkGrant(left, LINK, NOW)).toEqual({ isGranted: false, left: [] });
  });

  it('stays when another link is taken', () => {
    const { left } = takeLinkGrant(GRANTS, { ...LINK, sql: 'SELECT 2' }, NOW);
    expect(takeLinkGrant(left, LINK, NOW).isGranted).toBe(true);
  });

  it('counts each time that it was issued', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8 }), (count) => {
        let grants = Array.from({ length: count }).reduce<ReturnType<typeof addLinkGrant>>(
          (all) => addLinkGrant(all, LINK, NOW),
          [],
        );
        for (let visit = 0; visit < 10; visit++) {
          const { isGranted, left } = takeLinkGrant(grants, LINK, NOW);
          expect(isGranted).toBe(visit < count);
          grants = left;
        }
      }),
    );
  });

  it('does not let the list grow', () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ ...LINK, sql: `SELECT ${at}` }));
    expect(many.reduce((all, link) => addLinkGrant(all, link, NOW), GRANTS)).toHaveLength(8);
  });

  it.each<[unknown, boolean]>([
    [GRANTS, true],
    [[], true],
    [null, false],
    ['x', false],
    [[null], false],
    [[{ address: '/studio' }], false],
    [[{ address: '/studio', expiresAtMs: 'soon' }], false],
    [[{ address: 1, expiresAtMs: 1 }], false],
  ])('is read from storage: %j is %s', (value, isRight) => {
    expect(areLinkGrants(value)).toBe(isRight);
  });
});
