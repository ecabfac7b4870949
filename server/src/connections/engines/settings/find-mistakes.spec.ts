import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { findMistakes } from './find-mistakes.js';
import { requestSchema } from './request-schema.js';
import { settingsOf, withDefaults } from './setting.js';
import { requiredText } from './text-setting.js';

const schema = z.object({
  place: requiredText(5).regex(/^x/, 'must begin with x').meta({ label: 'Place' }),
  size: z.int().min(1).max(5).default(3).meta({ label: 'Size' }),
  mode: z.enum(['a', 'b']).default('a').meta({ label: 'Mode' }),
  key: z.string().max(3).nullish().meta({ label: 'Key', isSecret: true }),
  flag: z.boolean().nullish().meta({ label: 'Flag' }),
  more: z
    .object({ most: z.int().min(0).max(9).default(4).meta({ label: 'Most' }) })
    .optional()
    .meta({ label: 'More' }),
  parts: z
    .record(z.string(), z.strictObject({ flag: z.boolean().optional() }))
    .optional()
    .meta({ label: 'Parts', isFileOnly: true, entry: 'a part' }),
});
const SETTINGS = settingsOf(schema);

const found = (values: unknown, one: z.ZodType = schema) =>
  findMistakes(one, SETTINGS, values).map(({ path, text }) => [path.join('.'), text]);

describe('the mistakes of settings', () => {
  it.each<[object, (readonly [string, string])[]]>([
    [{ place: 'x' }, []],
    [{}, [['place', 'is missing']]],
    [{ place: ' ' }, [['place', 'must not be empty']]],
    [{ place: 'x\u0000' }, [['place', 'must not hold control characters']]],
    [{ place: 'xxxxxx' }, [['place', 'must have at most 5 characters']]],
    [{ place: 'y' }, [['place', 'must begin with x']]],
    [{ place: 7 }, [['place', 'must be text']]],
    [{ place: 'x', size: 6 }, [['size', 'must be a whole number from 1 to 5']]],
    [{ place: 'x', size: 'a' }, [['size', 'must be a whole number from 1 to 5']]],
    [{ place: 'x', mode: 'c' }, [['mode', 'must be one of a, b']]],
    [{ place: 'x', flag: 'yes' }, [['flag', 'must be true or false']]],
    [{ place: 'x', key: 'long' }, [['key', 'must have at most 3 characters']]],
    [{ place: 'x', more: 5 }, [['more', 'must be an object']]],
    [{ place: 'x', more: { most: 10 } }, [['more.most', 'must be a whole number from 0 to 9']]],
    [{ place: 'x', parts: { p: { flag: 1 } } }, [['parts.p.flag', 'must be true or false']]],
    [
      { size: 0, mode: 'c' },
      [
        ['place', 'is missing'],
        ['size', 'must be a whole number from 1 to 5'],
        ['mode', 'must be one of a, b'],
      ],
    ],
  ])('are named one for each setting: %j', (values, mistakes) => {
    expect(found(values)).toEqual(mistakes);
  });
});

describe('a request', () => {
  const request = requestSchema(schema, ['parts']);

  it.each<[object, (readonly [string, string | null])[]]>([
    [{ place: 'x', size: null, mode: null, key: null, flag: null, more: null }, []],
    [{ place: null }, [['place', 'must be text']]],
    [{ place: 'x', more: {} }, [['more.most', 'is missing']]],
    [{ place: 'x', more: { most: null } }, [['more.most', 'must be a whole number from 0 to 9']]],
    [
      { place: 'x', more: { most: 10, least: 1 } },
      [
        ['more.most', 'must be a whole number from 0 to 9'],
        ['more.least', null],
      ],
    ],
    [
      { place: 'x', parts: {}, other: 1 },
      [
        ['parts', null],
        ['other', null],
      ],
    ],
  ])('may leave out what has a default, and names nothing that is unknown: %j', (values, mistakes) => {
    expect(found(values, request)).toEqual(mistakes);
  });
});

describe('a map of settings', () => {
  it('is described with the settings of its entries', () => {
    expect(SETTINGS.at(-1)).toMatchObject({ name: 'parts', type: 'map', members: [{ name: 'flag', type: 'flag' }] });
    expect(withDefaults(SETTINGS, {})).toMatchObject({ parts: null, more: { most: 4 } });
  });
});
