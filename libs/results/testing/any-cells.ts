import fc from 'fast-check';
import type { ColumnKind } from '../../api/index.js';

const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${String(max)}}$`));
const two = (min: number, max: number) => fc.integer({ min, max }).map((value) => String(value).padStart(2, '0'));
const signed = (text: fc.Arbitrary<string>) => fc.tuple(fc.constantFrom('', '-'), text).map((parts) => parts.join(''));
const year = fc.oneof(
  fc.constantFrom('0001', '2026', '9999', '10000'),
  digits(4).map((text) => text.padStart(4, '0')),
);
const date = fc.tuple(year, two(1, 12), two(1, 28)).map((parts) => parts.join('-'));
const clock = fc
  .tuple(two(0, 23), two(0, 59), two(0, 59), fc.constantFrom('', '.5', '.000001', '.123456789012'))
  .map(([hour, minute, second, fraction]) => `${hour}:${minute}:${second}${fraction}`);
const zone = fc.constantFrom('', '+00', '+05:30', '-11', '-00:01:15');
const era = fc.constantFrom('', '', '', ' BC', ' (BC)');
const infinite = fc.constantFrom('infinity', '-infinity');
const misfit = fc.constantFrom('', 'ten', 'NULL', '2026', '12/11/2026', '\u00e9', '😀');
/** A few values that meet often, printed in several ways. */
const near = fc.constantFrom(
  '0',
  '-0',
  '0.0',
  '1',
  '1.0',
  '1.00',
  '01',
  '1e0',
  '-1',
  '10',
  '9007199254740992',
  '9007199254740993',
);

const decimal = fc.oneof(
  near,
  signed(digits(20)),
  signed(fc.tuple(digits(100), digits(100)).map((parts) => parts.join('.'))),
  fc.constantFrom('NaN', 'Infinity', '-Infinity', `1${'0'.repeat(99)}`, `1${'0'.repeat(98)}1`),
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...Array.from('aAbBsSſßẞİıiIσςΣ😀𐐀𐐨é\n\r\t\x01N"\\, ')), maxLength: 4 }),
  fc.constantFrom('', ' ', 'NULL', 'null', '\x01N', '\x01E', '\x02', '\uffff', '\ue000'),
);

const part = (unit: string) => signed(digits(4)).map((count) => `${count} ${unit}`);
const length = fc
  .tuple(
    fc.option(part('years'), { nil: '' }),
    fc.option(part('mons'), { nil: '' }),
    fc.option(part('days'), { nil: '' }),
    fc.option(signed(clock), { nil: '' }),
  )
  .map((parts) => parts.filter((one) => one !== '').join(' '));
const octet = fc.integer({ min: 0, max: 255 });
const hextets = fc.array(
  fc.integer({ min: 0, max: 65_535 }).map((value) => value.toString(16)),
  { minLength: 8, maxLength: 8 },
);
const network = fc.oneof(
  fc.tuple(octet, fc.constantFrom(0, 1, 255), octet, octet).map((parts) => parts.join('.')),
  fc.tuple(octet, octet, fc.integer({ min: 0, max: 32 })).map(([a, b, mask]) => `10.${a}.${b}.0/${mask}`),
  hextets.map((groups) => groups.join(':')),
  fc.constantFrom('::', '::1', 'fe80::1/64', '::ffff:10.0.0.1', '2001:db8::/32'),
);

/** Texts that databases print for values of each kind, and a few that are of another one. NULL is left to the caller. */
export const CELLS: Readonly<Record<ColumnKind, fc.Arbitrary<string>>> = {
  integer: fc.oneof(near, signed(digits(3)), signed(digits(40)), misfit),
  decimal: fc.oneof(decimal, misfit),
  float: fc.oneof(near, fc.double().map(String), fc.constantFrom('NaN', 'inf', '-inf', '1e+308', '5e-324'), misfit),
  boolean: fc.oneof(fc.constantFrom('t', 'f', 'true', 'false', '1', '0'), misfit),
  date: fc.oneof(
    fc.tuple(date, era).map((parts) => parts.join('')),
    infinite,
    misfit,
  ),
  time: fc.oneof(
    fc.tuple(clock, zone).map((parts) => parts.join('')),
    fc.constant('24:00:00'),
    misfit,
  ),
  timestamp: fc.oneof(
    fc.tuple(date, clock, zone, era).map(([d, c, z, e]) => `${d} ${c}${z}${e}`),
    fc.tuple(date, clock, zone).map(([d, c, z]) => `${d} (BC) ${c}${z}`),
    infinite,
    misfit,
  ),
  interval: fc.oneof(length, fc.constantFrom('00:00:00', '1 mon', '30 days', 'infinity', '-infinity'), misfit),
  network: fc.oneof(network, misfit),
  text,
  json: fc.oneof(fc.json({ maxDepth: 1 }), fc.constantFrom('null', '{}', '[]')),
  uuid: fc.uuid(),
  binary: fc.oneof(fc.stringMatching(/^\\x([0-9a-f]{2}){0,8}$/), fc.stringMatching(/^(\\x[0-9A-F]{2}){0,4}$/)),
  array: fc.oneof(fc.constantFrom('{}', '{1,2}', '{NULL}', '[a, b]'), text),
  geometry: fc.stringMatching(/^0101000000[0-9A-F]{32}$/),
  other: fc.oneof(text, near),
};
