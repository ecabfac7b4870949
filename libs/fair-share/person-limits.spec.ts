import { expect, it } from '@jest/globals';
import {
  busyConnectionText,
  defaultResultBytes,
  ownShareText,
  personLimitText,
  slotsPerPerson,
} from './person-limits.js';

it.each([
  ['running', 8, 'You already run 8 statements. Wait for one to end, or cancel it.'],
  ['sessions', 1, 'You already have 1 open session. End a transaction or close a tab.'],
  ['exports', 4, 'You already export 4 files. Wait for one to end, or cancel it.'],
] as const)('names the limit of %s', (limit, count, text) => {
  expect(personLimitText(limit, count)).toBe(text);
});

it.each([
  [0, 1, 'This connection is busy. Its one session is in use. Run again later, or end a transaction of your own.'],
  [
    1,
    10,
    'This connection is busy: 1 person is waiting. All 10 sessions are in use. Run again later, or end a transaction of your own.',
  ],
  [
    3,
    10,
    'This connection is busy: 3 people are waiting. All 10 sessions are in use. Run again later, or end a transaction of your own.',
  ],
])('says that a connection is busy: %i people, %i sessions', (people, sessions, text) => {
  expect(busyConnectionText(people, sessions)).toBe(text);
});

it.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [4, 3],
  [8, 6],
  [10, 8],
  [100, 75],
])('of %i slots one person may hold %i', (capacity, slots) => {
  expect(slotsPerPerson(capacity)).toBe(slots);
});

it.each([
  [64, 16, 16],
  [64, 32, 32],
  [1000, 1, 250],
])('of %i bytes, %i a result, one person keeps %i', (total, result, own) => {
  expect(defaultResultBytes(total, result)).toBe(own);
});

it('says that a person has their share of a connection', () => {
  expect(ownShareText(8, 10)).toBe(
    'You already use 8 of the 10 sessions of this connection; the others are reserved for other people. End a transaction or wait for a statement to end.',
  );
});
