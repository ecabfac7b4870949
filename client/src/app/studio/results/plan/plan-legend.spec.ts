import { describe, expect, it } from '@jest/globals';
import { CARD_HEIGHT } from './plan-layout';
import { legendSide } from './plan-viewport';

const screen = { width: 800, height: 340 };
const view = { x: 0, y: 0, scale: 1 };
const low = 340 - CARD_HEIGHT;

describe('legendSide', () => {
  it.each([
    ['no card', [], 'left'],
    ['a card at the top left', [{ x: 10, y: 10 }], 'left'],
    ['a card at the lower left', [{ x: 97, y: low }], 'right'],
    [
      'cards in both lower corners',
      [
        { x: 0, y: low },
        { x: 500, y: low },
      ],
      null,
    ],
    ['a card in the middle of the lower edge', [{ x: 250, y: low }], 'left'],
  ] as const)('with %s: %s', (_, cards, side) => {
    expect(legendSide(cards, view, screen)).toBe(side);
  });

  it('follows the view, and leaves a small canvas to the cards', () => {
    expect(legendSide([{ x: 0, y: low }], { x: 200, y: 0, scale: 1 }, screen)).toBe('left');
    expect(legendSide([{ x: 0, y: low }], { x: 0, y: 200, scale: 1 }, screen)).toBe('left');
    expect(legendSide([], view, { width: 639, height: 400 })).toBeNull();
    expect(legendSide([], view, { width: 800, height: 319 })).toBeNull();
  });
});
