import { describe, expect, it } from '@jest/globals';
import { cursorOf, placeOf } from './job-cursor.js';

const written = (value: string) => Buffer.from(value).toString('base64url');
const REFUSED = expect.objectContaining({ code: 'validation-failed' });

describe('a cursor', () => {
  it.each([
    ['string', ['a', 'id']],
    ['number', [1_764_000_000_000, 'id']],
  ] as const)('with a %s names its place', (kind, place) => {
    expect(placeOf(cursorOf([...place]), kind)).toEqual(place);
  });

  it.each(['[1.5,"x"]', '[1e300,"x"]', '[9007199254740993,"x"]', '["1","x"]', '[null,"x"]', '[1]', 'x', ''])(
    'that was made up is refused: %s',
    (text) => {
      expect(() => placeOf(written(text), 'number')).toThrow(REFUSED);
    },
  );
});
