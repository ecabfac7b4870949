import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { emptyStorage, fillStorage } from '../../../testing/full-storage';
import { isString } from './stored-signal';
import { StoredMap } from './stored-map';

const NAME = 'dw.test';

describe('StoredMap', () => {
  beforeEach(() => localStorage.clear());

  const open = (): StoredMap<string> => TestBed.runInInjectionContext(() => new StoredMap(NAME, isString));
  /** What a browser reports to a window when another one has written. */
  const written = (id: string): boolean =>
    window.dispatchEvent(new StorageEvent('storage', { key: `${NAME}.${id}`, storageArea: localStorage }));

  it('keeps each value over a reload, whatever another window keeps meanwhile', () => {
    const [one, other] = [open(), open()];
    one.set('a', 'of one');
    other.set('b', 'of the other');
    one.set('a', 'changed');
    const after = open();
    expect([after.get('a'), after.get('b')]).toEqual(['changed', 'of the other']);
    after.delete('a');
    expect([after.get('a'), open().get('a'), open().get('b')]).toEqual([undefined, undefined, 'of the other']);
  });

  it('takes what another window has written', () => {
    const [one, other] = [open(), open()];
    one.set('a', 'x');
    expect([other.get('a'), other.latest()]).toEqual([undefined, ['x']]);
    written('a');
    expect(other.get('a')).toBe('x');
    one.delete('a');
    written('a');
    expect(other.get('a')).toBeUndefined();
  });

  it('takes what an earlier version kept under one key, once', () => {
    localStorage.setItem(NAME, '{"a":"x","b":5}');
    const map = open();
    expect([map.get('a'), map.get('b'), localStorage.getItem(NAME)]).toEqual(['x', undefined, null]);
  });

  it('gives what an earlier version kept the room that it had, where the browser has no other', () => {
    const value = 'x'.repeat(100_000);
    localStorage.setItem(NAME, JSON.stringify({ a: value, spoilt: Array.from({ length: 50 }, () => 1) }));
    fillStorage();
    expect(open().get('a')).toBe(value);
    expect([open().get('a'), localStorage.getItem(NAME)]).toEqual([value, null]);
  });

  it('leaves what an earlier version kept where it is, while the new keys have no room', () => {
    localStorage.setItem(NAME, '{"a":"x","b":"y"}');
    fillStorage();
    const map = open();
    expect([map.get('a'), map.get('b'), map.latest()]).toEqual(['x', 'y', ['x', 'y']]);
    map.delete('a');
    expect([open().get('a'), open().get('b')]).toEqual([undefined, 'y']);
    emptyStorage();
    expect([open().get('b'), localStorage.getItem(NAME)]).toEqual(['y', null]);
    expect(open().get('b')).toBe('y');
  });

  it.each(['{', '[1]', '7'])('has nothing where the browser keeps nonsense: %s', (text) => {
    localStorage.setItem(NAME, text);
    localStorage.setItem(`${NAME}.a`, text);
    expect([open().get('a'), open().latest()]).toEqual([undefined, []]);
  });
});
