import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { emptyStorage, fillStorage } from '../../../testing/full-storage';
import { ParameterMemory } from './parameter-memory';
import type { GivenValue } from './parameter-memory';
import { parseTab } from '../tabs/studio-tab';
import type { StudioTab } from '../tabs/studio-tab';

const SQL = 'SELECT :a, :b';
const saved = { queryId: 'q1', version: 1, mark: 'm', savedAt: '' };
const given = (value: string | null): GivenValue => ({ value, type: null });

function tab(id: string, more: Partial<StudioTab> = {}): StudioTab {
  const parsed = parseTab(JSON.stringify({ id, sql: SQL }));
  if (!parsed) throw new Error('No tab');
  return { ...parsed, ...more };
}

describe('ParameterMemory', () => {
  let memory: ParameterMemory;

  /** As it is after a reload. */
  function reload(): void {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    memory = TestBed.inject(ParameterMemory);
  }

  beforeEach(() => {
    localStorage.clear();
    reload();
  });

  it('knows after a reload what a tab was given, NULL and empty string apart', () => {
    memory.keep(tab('t1'), SQL, { a: given(''), b: given(null) });
    reload();
    expect(memory.find(tab('t1'), 'SELECT :a, :b, :c', ['a', 'b', 'c'])).toEqual({ a: given(''), b: given(null) });
  });

  it('knows the same text in another tab, and the saved query under any text', () => {
    memory.keep(tab('t1', { saved }), SQL, { a: given('1'), b: given('2') });
    expect(memory.find(tab('t2'), SQL, ['a'])).toEqual({ a: given('1') });
    expect(memory.find(tab('t3', { saved }), 'SELECT :b', ['b'])).toEqual({ b: given('2') });
    expect(memory.find(tab('t4'), 'SELECT :b', ['b'])).toEqual({});
  });

  it('takes the saved query before the tab, and the tab before the text', () => {
    memory.keep(tab('t1'), SQL, { a: given('of the tab') });
    memory.keep(tab('t2', { saved }), 'SELECT :a', { a: given('of the query') });
    memory.keep(tab('t3'), SQL, { a: given('of the text') });
    expect(memory.find(tab('t1', { saved }), SQL, ['a'])).toEqual({ a: given('of the query') });
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('of the tab') });
    expect(memory.find(tab('t4'), SQL, ['a'])).toEqual({ a: given('of the text') });
  });

  it('keeps the values of other names, and lets go of the oldest keys and of long values', () => {
    memory.keep(tab('t1'), SQL, { a: given('1') });
    memory.keep(tab('t1'), SQL, { b: given('x'.repeat(10_001)) });
    expect(memory.find(tab('t1'), SQL, ['a', 'b'])).toEqual({ a: given('1') });
    for (let index = 0; index < 100; index += 1)
      memory.keep(tab(`o${index}`), `SELECT :a, ${index}`, { a: given('2') });
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({});
  });

  it('keeps what another window was given meanwhile', () => {
    const other = memory;
    reload();
    memory.keep(tab('t1'), SQL, { a: given('1') });
    other.keep(tab('t2'), 'SELECT :b', { b: given('2') });
    expect(memory.find(tab('t2'), 'SELECT :b', ['b'])).toEqual({ b: given('2') });
    expect(other.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('1') });
  });

  it('knows within the page what the browser had no room for, and keeps it once there is room', () => {
    memory.keep(tab('t1'), SQL, { a: given('1') });
    fillStorage();
    memory.keep(tab('t1'), SQL, { a: given('2') });
    memory.keep(tab('t2'), 'SELECT :b', { b: given('x'.repeat(1_000)) });
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('2') });
    expect(memory.find(tab('t2'), 'SELECT :b', ['b'])).toEqual({ b: given('x'.repeat(1_000)) });
    memory.keep(tab('t1'), SQL, { a: given('x'.repeat(2_000)) });
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('x'.repeat(2_000)) });
    emptyStorage();
    memory.keep(tab('t3'), 'SELECT :c', { c: given('3') });
    reload();
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('x'.repeat(2_000)) });
    expect(memory.find(tab('t2'), 'SELECT :b', ['b'])).toEqual({ b: given('x'.repeat(1_000)) });
  });

  it('keeps what another window was given while there was no room', () => {
    const other = memory;
    fillStorage();
    other.keep(tab('t2'), 'SELECT :b', { b: given('2') });
    emptyStorage();
    reload();
    memory.keep(tab('t1'), SQL, { a: given('1') });
    expect(other.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('1') });
    other.keep(tab('t3'), 'SELECT :c', { c: given('3') });
    reload();
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({ a: given('1') });
    expect(memory.find(tab('t2'), 'SELECT :b', ['b'])).toEqual({ b: given('2') });
  });

  it('never offers the values of one person to another one of the same browser', () => {
    memory.keep(tab('t1'), SQL, { a: given('1') });
    localStorage.setItem('dw-person', '"someone"');
    reload();
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({});
    expect(localStorage.getItem('dw.studio.parameters')).toBeNull();
    memory.keep(tab('t1'), SQL, { a: given('2') });
    localStorage.setItem('dw-person', '"another"');
    reload();
    expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({});
  });

  it.each(['{', '[1]', '[{"key":"tab t1","values":{"a":{"value":5,"type":null}}}]'])(
    'takes a spoilt storage for an empty one: %s',
    (text) => {
      localStorage.setItem('dw.studio.parameters', text);
      reload();
      expect(memory.find(tab('t1'), SQL, ['a'])).toEqual({});
    },
  );
});
