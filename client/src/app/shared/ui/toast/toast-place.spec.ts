import { describe, expect, it } from '@jest/globals';
import { toastPlace } from './toast-place';
import type { Box } from './toast-place';

const SIZE = { width: 340, height: 60 };
const PAGE = { width: 1280, height: 720 };
const CORNER = { left: 928, top: 624 };

const box = (left: number, top: number, width = 100, height = 28): Box => ({ left, top, width, height });

describe('toastPlace', () => {
  it.each<[string, Box[], { left: number; top: number }]>([
    ['the corner of an empty page', [], CORNER],
    ['the corner beside what is elsewhere', [box(100, 640), box(1000, 100)], CORNER],
    ['above a button in the corner', [box(1100, 650)], { left: 928, top: 582 }],
    ['above two buttons', [box(1100, 650), box(1100, 600)], { left: 928, top: 532 }],
    ['between two buttons that leave room', [box(1100, 650), box(1100, 500)], { left: 928, top: 582 }],
    ['the middle where a column of buttons is at the right', rows(1100), { left: 470, top: 624 }],
    ['the left where the middle is full as well', [...rows(1100), ...rows(600)], { left: 12, top: 624 }],
    ['the corner where all is full', [...rows(1100), ...rows(600), ...rows(100)], CORNER],
  ])('is %s', (_, controls, place) => {
    expect(toastPlace(SIZE, PAGE, controls)).toEqual(place);
  });
});

/** A button in every row of a list. */
function rows(left: number): Box[] {
  return Array.from({ length: 20 }, (_, at) => box(left, at * 36));
}
