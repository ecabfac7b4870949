import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { settingsOf, withDefaults } from './setting.js';

const SETTINGS = settingsOf(
  z.object({
    place: z.string().max(9).regex(/^x/).meta({ label: 'Place', isPath: true }),
    size: z.int().min(1).max(5).default(3).meta({ label: 'Size' }),
    mode: z.enum(['a', 'b']).default('a').meta({ label: 'Mode' }),
    key: z.string().max(7).nullish().meta({ label: 'Key', isSecret: true }),
    flag: z.boolean().nullish().meta({ label: 'Flag' }),
    more: z
      .object({ most: z.int().min(0).max(9).default(4).meta({ label: 'Most' }) })
      .optional()
      .meta({ label: 'More' }),
  }),
);

describe('settingsOf', () => {
  it.each<[number, object]>([
    [0, { name: 'place', type: 'path', isRequired: true, isNullable: false, maxLength: 9, pattern: /^x/ }],
    [1, { name: 'size', type: 'integer', isRequired: false, default: 3, range: { min: 1, max: 5 }, pattern: null }],
    [2, { name: 'mode', type: 'choice', default: 'a', choices: ['a', 'b'] }],
    [3, { name: 'key', label: 'Key', type: 'secret', isRequired: false, isNullable: true, maxLength: 7 }],
    [4, { name: 'flag', type: 'flag', isRequired: false, isNullable: true }],
    [5, { name: 'more', type: 'group', members: [{ name: 'most', type: 'integer', default: 4 }] }],
  ])('reads a setting of a schema (%i)', (index, setting) => {
    expect(SETTINGS[index]).toMatchObject(setting);
  });
});

describe('withDefaults', () => {
  it.each<[object, object]>([
    [{}, { place: null, size: 3, mode: 'a', key: null, flag: null, more: { most: 4 } }],
    [
      { place: 'x', size: 1, mode: 'b', key: 'k', flag: false, more: { most: 0 }, other: 1 },
      { place: 'x', size: 1, mode: 'b', key: 'k', flag: false, more: { most: 0 } },
    ],
    [{ more: {} }, { place: null, size: 3, mode: 'a', key: null, flag: null, more: { most: 4 } }],
  ])('fills in what %j leaves out', (given, values) => {
    expect(withDefaults(SETTINGS, { ...given })).toEqual(values);
  });
});
