import { expect, it } from '@jest/globals';
import { latencyText } from './connection-look';

it.each([
  [0.4, '< 1 ms'],
  [3.6, '4 ms'],
  [999.4, '999 ms'],
  [999.5, '1.0 s'],
  [4074, '4.1 s'],
  [61_000, '61.0 s'],
])('shows a latency of %p ms as %j', (latencyMs, text) => {
  expect(latencyText(latencyMs)).toBe(text);
});
