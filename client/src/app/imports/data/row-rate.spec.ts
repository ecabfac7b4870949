import { expect, it } from '@jest/globals';
import { RowRate } from './row-rate';

it('knows a speed from the second count on, and begins anew when the count does', () => {
  const rate = new RowRate();
  expect(rate.measure(100, 1000)).toBeNull();
  expect(rate.measure(300, 2000)).toBe(200);
  expect(rate.measure(300, 2500)).toBe(200);
  expect(rate.measure(0, 3000)).toBeNull();
});
