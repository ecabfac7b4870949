import { describe, expect, it } from '@jest/globals';
import { isCoordinateName } from './index.js';

describe('isCoordinateName', () => {
  it.each([
    ...['latitude', 'Longitude', 'lat', 'lng', 'lon', 'pickup_latitude', 'long', 'latEnd', 'startLng', 'store lat'],
  ])('takes %s for a coordinate', (name) => {
    expect(isCoordinateName(name)).toBe(true);
  });

  it.each([
    'total',
    'flat',
    'plate',
    'salon',
    'belonging',
    'latest',
    'relation',
    'lonely',
    'translation',
    'population',
  ])('takes %s for no coordinate', (name) => {
    expect(isCoordinateName(name)).toBe(false);
  });
});
