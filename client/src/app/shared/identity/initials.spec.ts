import { describe, expect, it } from '@jest/globals';
import { initialsOf } from './initials';

describe('the initials of a person', () => {
  it.each<[string, string]>([
    ['Ann Miller', 'AM'],
    ['Ann van der Berg', 'AB'],
    ['ann', 'A'],
    ['ann.miller@example.org', 'AM'],
    ['Ödön', 'Ö'],
    ['😀 smith', '😀S'],
    ['  ', ''],
    ['', ''],
  ])('%j is %j', (name, expected) => {
    expect(initialsOf(name)).toBe(expected);
  });
});
