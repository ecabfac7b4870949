import { describe, expect, it } from '@jest/globals';
import type { ApiProblem } from './api-problem';
import { failureText } from './failure-text';

describe('what a form says of a refusal', () => {
  it.each<[ApiProblem['code'], number | null, RegExp]>([
    ['sign-in-failed', null, /^The words of the server$/],
    ['network', null, /isn't responding/],
    ['too-many-requests', null, /Try again later/],
    ['too-many-requests', 20, /Try again in 20 s/],
    ['too-many-requests', 899, /Try again in 15 min/],
  ])('%s, after %p s', (code, retryAfterS, expected) => {
    expect(failureText({ code, retryAfterS, detail: 'The words of the server' })).toMatch(expected);
  });
});
