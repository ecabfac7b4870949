import { describe, expect, it } from '@jest/globals';
import { networkKey } from './network.js';

describe('networkKey', () => {
  it('orders addresses and networks as Postgres does', () => {
    const ascending = [
      ...['0.0.0.0/0', '9.255.0.1', '10.0.0.0/8', '10.0.0.1/8', '10.0.0.0/16', '10.0.0.0', '10.0.0.2', '10.0.0.10'],
      ...['255.255.255.255', '::/0', '::', '::1', '::ffff:10.0.0.1', '2001:db8::/32', '2001:db8::1', 'fe80::1/64'],
    ];
    const keys = ascending.map((text) => networkKey(text) ?? '');
    expect([...keys].sort((a, b) => (a < b ? -1 : 1))).toEqual(keys);
    expect(keys).not.toContain('');
  });

  it('finds one address equal in two spellings', () => {
    expect(networkKey('2001:DB8:0:0:0:0:0:1')).toBe(networkKey('2001:db8::1'));
    expect(networkKey('::ffff:a00:1')).toBe(networkKey('::ffff:10.0.0.1'));
    expect(networkKey('10.0.0.1/32')).toBe(networkKey('10.0.0.1'));
  });

  it.each([
    ...['', '10.0.0', '10.0.0.256', '10.0.0.01', '10.0.0.1/33', '10.0.0.1/', '10.0.0.1/8/8', '10.0.0.1/-1', '1:2:3'],
    ...['1::2::3', ':1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4::5:6:7:8', '::g', '::12345', '::1/129', 'host', ':'],
  ])('takes %j for none', (text) => {
    expect(networkKey(text)).toBeNull();
  });
});
