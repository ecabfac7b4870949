import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import {
  classOfAddress,
  isInNetwork,
  judgeAddress,
  readAddress,
  readHost,
  readNetwork,
  readNetworks,
  readTarget,
} from './index.js';
import type { AddressClass, Network } from './index.js';

const networks = (text: string): Network[] => readNetworks(text).networks;

describe('classOfAddress', () => {
  it.each<[string, AddressClass]>([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['::', 'unspecified'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['fc00::1', 'private'],
    ['fdff::1', 'private'],
    ['fec0::1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['100.64.0.1', 'shared'],
    ['100.127.255.255', 'shared'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'reserved'],
    ['4000::1', 'reserved'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::ffff:0:127.0.0.1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['::ffff:8.8.8.8', 'public'],
    ['::ffff:169.254.169.254', 'metadata'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['64:ff9b:1::8.8.8.8', 'reserved'],
    ['2002:7f00:1::', 'loopback'],
    ['2002:a9fe:a9fe::1', 'metadata'],
    ['2002:808:808::1', 'public'],
  ])('%s is %s', (text, kind) => {
    const address = readAddress(text);
    expect(address && classOfAddress(address)).toBe(kind);
  });

  it('takes no address for public that a library for addresses takes for special', () => {
    const wordOf = (words: readonly number[]) => words.map((word) => word.toString(16)).join(':');
    const text = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc
        .array(fc.constantFrom(0, 1, 0xffff, 0x7f00, 0xfe80, 0x2001, 0x64, 0xff9b), { minLength: 8, maxLength: 8 })
        .map(wordOf),
    );
    fc.assert(
      fc.property(text, (one) => {
        const address = readAddress(one);
        const parsed = ipaddr.process(one);
        const isSpecial = parsed.range() !== 'unicast';
        expect(address).not.toBeNull();
        const translated = ['rfc6052', '6to4', 'rfc6145', 'ipv4Mapped'];
        if (address === null || translated.includes(parsed.range())) return;
        if (isSpecial) expect(classOfAddress(address)).not.toBe('public');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('readAddress', () => {
  it.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '0x7f.0.0.1',
    '2130706433',
    ':',
    ':::',
    '1::2::3',
  ])('finds no address in "%s"', (text) => expect(readAddress(text)).toBeNull());
  it.each(['1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '12345::', '::1.2.3', '1:2:3:4:5:6:7::8', 'g::', '::1.2.3.4:5'])(
    'finds none in "%s" either',
    (text) => expect(readAddress(text)).toBeNull(),
  );

  it('reads what a library for addresses reads', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV6(), fc.ipV4()), (text) => {
        // The library takes `::1.2.3.4` for `::ffff:1.2.3.4`; without dots there is only one way to read it.
        const plain = new URL(`http://${text.includes(':') ? `[${text}]` : text}/`).hostname.replace(/[[\]]/g, '');
        const bytes = ipaddr.parse(plain).toByteArray();
        expect(readAddress(text)?.value).toBe(bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n));
      }),
    );
  });
});

describe('readNetwork', () => {
  it.each(['10.0.0.0/33', '10.0.0.1/8', '::/129', 'fd00::1/8', 'x/8', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1'])(
    'refuses %s',
    (text) => expect(readNetwork(text)).toBeNull(),
  );

  it('holds exactly the addresses of a library for addresses', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (one, other, prefix) => {
        const base = ipaddr.IPv4.networkAddressFromCIDR(`${other}/${prefix}`).toString();
        const network = readNetwork(`${base}/${prefix}`);
        const address = readAddress(one);
        expect(network && address && isInNetwork(address, network)).toBe(
          ipaddr.IPv4.parse(one).match(ipaddr.IPv4.parse(base), prefix),
        );
      }),
    );
  });
});

describe('judgeAddress', () => {
  it.each([
    ['10.1.2.3', '', 'refused'],
    ['10.1.2.3', '10.0.0.0/8', 'allowed'],
    ['11.1.2.3', '', 'allowed'],
    ['192.168.1.1', '10.0.0.0/8', 'refused'],
    ['::ffff:10.1.2.3', '10.0.0.0/8', 'allowed'],
    ['64:ff9b::10.1.2.3', '10.0.0.0/8', 'allowed'],
    ['::ffff:10.1.2.3', '::ffff:0:0/96', 'allowed'],
    ['127.0.0.1', '127.0.0.1', 'allowed'],
    ['127.0.0.2', '127.0.0.1', 'refused'],
    ['169.254.169.254', '0.0.0.0/0', 'refused'],
    ['169.254.169.254', '169.254.169.254', 'allowed'],
    ['::ffff:169.254.169.254', '0.0.0.0/0, ::/0', 'refused'],
    ['fd12::1', 'fd00::/8', 'allowed'],
    ['example.org', '0.0.0.0/0', 'refused'],
  ])('%s with "%s" allowed is %s', (address, allowed, kind) => {
    expect(judgeAddress(address, networks(allowed)).kind).toBe(kind);
  });
});

describe('readTarget', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0177.0.0.1/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::]/',
    'http://0/',
    'http://169.254.169.254/latest/meta-data/',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'https://user:secret@example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'javascript:alert(1)',
    '//example.org',
    'example.org',
    '',
  ])('refuses %s', (text) => expect(readTarget(text, []).kind).toBe('refused'));

  it.each([
    'https://hooks.example.org/x?y=1',
    'http://8.8.8.8:8080/',
    'https://[2606:4700::1]/',
    'https://münchen.example/',
  ])('takes %s', (text) => expect(readTarget(` ${text} `, [])).toEqual({ kind: 'target', url: new URL(text) }));
});

describe('readHost', () => {
  it.each([
    ['smtp.example.org', 'smtp.example.org'],
    ['SMTP.Example.org', 'smtp.example.org'],
    ['8.8.8.8', '8.8.8.8'],
    ['2606:4700::1', '2606:4700::1'],
    ['[2606:4700::1]', '2606:4700::1'],
  ])('takes %s as %s', (text, host) => expect(readHost(text, [])).toEqual({ kind: 'host', host }));

  it.each([
    '',
    'a b',
    'a/b',
    'a@b',
    'a:25',
    'a?b',
    'a#b',
    'a\r\nb',
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '::1',
    '[::ffff:10.0.0.1]',
  ])('refuses "%s"', (text) => expect(readHost(text, []).kind).toBe('refused'));
});

describe('readNetworks', () => {
  it('names what is not a network', () => {
    expect(readNetworks('10.0.0.0/8, corp, ,::1').mistakes).toEqual(['corp']);
  });
});
