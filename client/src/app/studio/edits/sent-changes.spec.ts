import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fillStorage } from '../../../testing/full-storage';
import { SentChanges } from './sent-changes';

describe('SentChanges', () => {
  /** As it is after a reload. */
  function reload(): SentChanges {
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    return TestBed.inject(SentChanges);
  }

  beforeEach(() => localStorage.clear());

  it('knows over a reload what was sent, until the answer is there', () => {
    reload().add('t1', 'c1');
    const sent = reload();
    expect(sent.of('t1')).toBe('c1');
    sent.remove('t1');
    expect([sent.of('t1'), reload().of('t1')]).toEqual([null, null]);
  });

  it('knows what was sent while the storage of the browser is full', () => {
    const sent = reload();
    sent.add('t1', 'c1');
    fillStorage();
    sent.add('t2', 'c2');
    expect([sent.of('t1'), sent.of('t2')]).toEqual(['c1', 'c2']);
    sent.remove('t2');
    expect([sent.of('t1'), sent.of('t2')]).toEqual(['c1', null]);
  });
});
