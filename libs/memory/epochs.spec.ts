import { describe, expect, it } from '@jest/globals';
import { Epochs } from './epochs.js';

describe('Epochs', () => {
  it('gives each key a number that changes when its epoch ends', () => {
    const epochs = new Epochs();
    const before = epochs.of('a');
    expect(epochs.of('a')).toBe(before);
    epochs.end('a');
    expect(epochs.of('a')).not.toBe(before);
    expect(epochs.of('b')).toBe(before);
  });
});
