import { describe, expect, it } from '@jest/globals';
import { addressOfTable, exploreState, sampleStatement } from './explore-address';

const read = (query: string) => {
  const parameters = new URLSearchParams(query);
  return exploreState((name) => parameters.get(name));
};

describe('the address of Explore', () => {
  it('says what is looked for and what is looked at', () => {
    expect(read('')).toEqual({ words: '', within: null, view: 'tables', at: null });
    const at = { connectionId: 'shop', schema: 'a&b', table: 'orders' };
    const query = new URLSearchParams({ q: 'ord', in: 'shop', view: 'spatial', ...addressOfTable(at) });
    expect(read(query.toString())).toEqual({ words: 'ord', within: 'shop', view: 'spatial', at });
    expect(read('on=shop&schema=a').at).toBeNull();
    expect([read('view=diagram').view, read('view=other').view]).toEqual(['diagram', 'tables']);
  });

  it('makes a sample of a table whatever its name', () => {
    expect(sampleStatement({ connectionId: 'x', schema: 'My', table: 'a"b' })).toBe(
      'SELECT * FROM "My"."a""b" LIMIT 20',
    );
  });
});
