import { expect, it } from '@jest/globals';
import { refuseChangedMeanwhile } from './refuse-changed-meanwhile.js';

class Body {
  constructor(readonly name: string) {}
}

const plain = { name: 'a' };

it.each<[string, unknown, unknown, unknown, boolean]>([
  ['a change that expects nothing', 'b', undefined, 'c', true],
  ['what is expected', 'a', 'a', 'c', true],
  ['what another change made', 'b', 'a', 'c', false],
  ['what is wanted already', 'c', 'a', 'c', true],
  ['a body of a class', plain, new Body('a'), new Body('c'), true],
  ['members in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, {}, true],
  ['a member that is undefined', plain, { ...plain, more: undefined }, {}, true],
  ['nothing, where something was expected', null, 'a', 'c', false],
  ['something, where nothing was expected', 'a', null, 'c', false],
])('lets %s pass: %s, %s, %s, %s', (_, current, expected, wanted, passes) => {
  const change = () => {
    refuseChangedMeanwhile('channel', { current, expected, wanted });
  };
  if (passes) expect(change).not.toThrow();
  else expect(change).toThrow('The channel was changed meanwhile. Load it again, then repeat this.');
});
