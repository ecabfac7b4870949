import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { getMetadataStorage, IsInt, IsOptional, IsString, validateSync } from 'class-validator';
import { rememberConstraints } from './remembered-constraints.js';

class Named {
  @IsString()
  name: unknown;
}

class Counted extends Named {
  @IsInt()
  @IsOptional()
  count?: unknown;
}

class Grouped {
  @IsInt({ groups: ['made'] })
  size: unknown = 'large';
}

/** class-validator takes its storage from here. */
const place = globalThis as { classValidatorMetadataStorage?: ReturnType<typeof getMetadataStorage> };
const whole = getMetadataStorage();
/** With all that was declared, and apart from the storage of workbenches, which remembers already. */
const storage = Object.create(whole) as typeof whole;
place.classValidatorMetadataStorage = storage;
afterAll(() => void (place.classValidatorMetadataStorage = whole));

const find = jest.spyOn(storage, 'getTargetValidationMetadatas');
rememberConstraints(storage);

const mistakesOf = (object: object, groups?: string[]) =>
  validateSync(object, groups ? { groups } : {}).map(({ property }) => property);

describe('rememberConstraints', () => {
  it('checks the same, each class with its own and its inherited constraints', () => {
    for (let round = 0; round < 3; round++) {
      expect(mistakesOf(Object.assign(new Named(), { name: 1 }))).toEqual(['name']);
      expect(mistakesOf(Object.assign(new Counted(), { name: 1, count: 'x' }))).toEqual(['count', 'name']);
      expect(mistakesOf(Object.assign(new Counted(), { name: 'x' }))).toEqual([]);
    }
  });

  it('looks once for each class', () => {
    class Fresh extends Named {}
    const before = find.mock.calls.length;
    for (let round = 0; round < 5; round++) expect(mistakesOf(new Fresh())).toEqual(['name']);
    expect(find.mock.calls.length - before).toBe(1);
  });

  it('heeds groups', () => {
    expect(mistakesOf(new Grouped(), ['made'])).toEqual(['size']);
    expect(mistakesOf(new Grouped(), ['other'])).toEqual([]);
    expect(mistakesOf(new Grouped(), ['made'])).toEqual(['size']);
  });
});
