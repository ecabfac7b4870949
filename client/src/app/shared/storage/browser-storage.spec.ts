import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { keysWith, readItem, writeItem } from './browser-storage';

describe('the storage of the browser', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    localStorage.clear();
    sessionStorage.clear();
  });

  it.each(['local', 'session'] as const)('keeps a text in %s, until it is forgotten', (area) => {
    expect([writeItem('a', 'text', area), readItem('a', area)]).toEqual([true, 'text']);
    expect(readItem('a', area === 'local' ? 'session' : 'local')).toBeNull();
    expect([writeItem('a', null, area), readItem('a', area)]).toEqual([true, null]);
  });

  it('names the keys that begin with a text', () => {
    for (const key of ['dw.a.1', 'dw.a.2', 'dw.b.1']) writeItem(key, '');
    expect(keysWith('dw.a.').sort()).toEqual(['dw.a.1', 'dw.a.2']);
  });

  it('keeps nothing where the browser lets no page name its storage', () => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      jest.spyOn(globalThis, name, 'get').mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      });
    }
    for (const area of ['local', 'session'] as const) {
      expect([writeItem('a', 'text', area), writeItem('a', null, area), readItem('a', area)]).toEqual([
        false,
        false,
        null,
      ]);
    }
    expect(keysWith('')).toEqual([]);
  });

  it('says that there was no room', () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(writeItem('a', 'text')).toBe(false);
  });
});
