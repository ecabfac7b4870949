import { expect, it } from '@jest/globals';
import { PartSenders } from './part-senders.js';

it('lets the page go on that began last', () => {
  const senders = new PartSenders();
  const isTaken = (name: string | null): boolean => {
    try {
      senders.claim(name);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 'import-not-ready' });
      return false;
    }
  };
  const asked = ['a', 'a', 'b', 'a', null, 'b', 'a again', 'b', 'a', 'a again'];
  expect(asked.filter((name) => !isTaken(name))).toEqual(['a', 'b', 'a']);
});
