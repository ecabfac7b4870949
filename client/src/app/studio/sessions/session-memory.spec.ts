import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fillStorage } from '../../../testing/full-storage';
import { SessionMemory } from './session-memory';

describe('SessionMemory', () => {
  beforeEach(() => {
    localStorage.clear();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  });

  it('knows the session of a tab while the storage of the browser is full', () => {
    const memory = TestBed.inject(SessionMemory);
    fillStorage();
    const openedAt = '2026-05-19T09:41:12Z';
    const session = { id: 's1', opened_at: openedAt, has_state: true, transaction: 'none', expires_at: null } as const;
    memory.note('t1', 'shop', session);
    expect(memory.find('t1')).toEqual({ connectionId: 'shop', openedAt, hasTransaction: false });
    memory.forget('t1');
    expect(memory.find('t1')).toBeNull();
  });
});
