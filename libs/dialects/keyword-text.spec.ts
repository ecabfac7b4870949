import { describe, expect, it } from '@jest/globals';
import { lowerKeyword, upperKeyword } from './index.js';

describe('a word as keywords are compared', () => {
  it.each([
    ['select', 'SELECT', 'select'],
    ['ın', 'ıN', 'ın'],
    ['ſelect', 'ſELECT', 'ſelect'],
    ['straße', 'STRAßE', 'straße'],
    ['\u212aEY', '\u212aEY', '\u212aey'],
    ['İS', 'İS', 'İs'],
    ['', '', ''],
  ])('%j is %j and %j', (word, upper, lower) => {
    expect([upperKeyword(word), lowerKeyword(word)]).toEqual([upper, lower]);
  });
});
