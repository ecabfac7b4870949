import { provideHttpClient } from '@angular/common/http';
import { provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { fillStorage } from '../../../testing/full-storage';
import { DraftRecords } from './draft-records';

const record = { version: 1, mark: 'm', labels: '', cursor: 0 };

describe('DraftRecords', () => {
  beforeEach(() => {
    localStorage.clear();
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  });

  it('knows what was agreed on last while the storage of the browser is full', () => {
    const records = TestBed.inject(DraftRecords);
    records.write('t1', record);
    fillStorage();
    const newer = { ...record, version: 12, isClosed: true as const };
    records.write('t1', newer);
    records.write('t2', newer);
    expect([records.read('t1'), records.read('t2'), records.closedIds().sort()]).toEqual([newer, newer, ['t1', 't2']]);
    records.remove('t1');
    expect([records.read('t1'), records.closedIds()]).toEqual([null, ['t2']]);
  });
});
