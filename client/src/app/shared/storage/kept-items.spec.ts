import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { emptyStorage, fillStorage } from '../../../testing/full-storage';
import { readItem, writeItem } from './browser-storage';
import { KeptItems } from './kept-items';

describe('KeptItems', () => {
  let items: KeptItems;

  beforeEach(() => {
    localStorage.clear();
    items = new KeptItems();
  });
  afterEach(() => void jest.restoreAllMocks());

  it('keeps a text, until it is forgotten', () => {
    items.write('dw.a', 'text');
    expect([new KeptItems().read('dw.a'), items.keysWith('dw.')]).toEqual(['text', ['dw.a']]);
    items.write('dw.a', null);
    expect([items.read('dw.a'), items.keysWith('dw.')]).toEqual([null, []]);
  });

  it('knows what the browser had no room for, rather than the older text that it has', () => {
    items.write('dw.a', 'old');
    fillStorage();
    items.write('dw.a', 'a longer text');
    items.write('dw.b', 'another');
    expect([items.read('dw.a'), items.read('dw.b'), items.keysWith('dw.')]).toEqual([
      'a longer text',
      'another',
      ['dw.a', 'dw.b'],
    ]);
    items.write('dw.b', null);
    expect([items.read('dw.b'), readItem('dw.a')]).toEqual([null, 'old']);
    emptyStorage();
    items.write('dw.a', 'a longer text');
    expect(new KeptItems().read('dw.a')).toBe('a longer text');
  });

  it('takes what another window has written since', () => {
    fillStorage();
    items.write('dw.a', 'not kept');
    emptyStorage();
    writeItem('dw.a', 'of the other window');
    expect(items.read('dw.a')).toBe('of the other window');
  });

  it('knows texts where the browser keeps nothing for pages', () => {
    jest.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    });
    items.write('dw.a', 'text');
    expect([items.read('dw.a'), items.keysWith('dw.')]).toEqual(['text', ['dw.a']]);
    items.write('dw.a', null);
    expect(items.read('dw.a')).toBeNull();
  });
});
