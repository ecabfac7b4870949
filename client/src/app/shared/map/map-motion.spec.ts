import { afterEach, expect, it } from '@jest/globals';
import { animationMs } from './map-motion';

const { matchMedia } = globalThis as { matchMedia?: typeof globalThis.matchMedia };

afterEach(() => {
  Object.assign(globalThis, { matchMedia });
});

it.each([
  [false, 160],
  [true, 0],
])('moves a map as the person prefers it: reduced motion %s, %s ms', (matches, ms) => {
  Object.assign(globalThis, {
    matchMedia: (query: string) => ({ matches: matches && query.includes('reduced-motion') }),
  });
  expect(animationMs()).toBe(ms);
});
