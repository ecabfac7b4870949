import { describe, expect, it } from '@jest/globals';
import { hexOf } from './token-colours';

describe('hexOf', () => {
  it.each([
    ['rgb(0, 127, 255)', '#007fff'],
    ['rgba(255, 255, 255, 0.5)', '#ffffff'],
    ['rgb(0 127 255 / 0.5)', '#007fff'],
    ['color(srgb 0 0.5 1)', '#0080ff'],
    ['color(srgb 1.2 -1e-7 0.2 / 0.3)', '#ff0033'],
    ['color(display-p3 0 0.5 1)', null],
    ['oklch(0.5 0.1 200)', null],
    ['CanvasText', null],
    ['rgb(1, 2)', null],
    ['', null],
  ])('of %j is %j', (text, hex) => expect(hexOf(text)).toBe(hex));
});
