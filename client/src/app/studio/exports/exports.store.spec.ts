import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { StudioExport } from '#libs/api';
import { ExportsStore } from './exports.store';

const made: StudioExport = {
  ...{ id: 'e1', format: 'csv', status: 'waiting', run_id: 'r1', statement: 0, rows: 0, row_count: null, bytes: 0 },
  ...{ href: '/api/studio/exports/e1/file', error: null },
};

describe('ExportsStore', () => {
  let clicked: string[];
  beforeEach(() => {
    clicked = [];
    jest.useFakeTimers();
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.getAttribute('href') ?? '');
    });
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  async function started() {
    const store = TestBed.inject(ExportsStore);
    const http = TestBed.inject(HttpTestingController);
    void store.start({ run_id: 'r1', statement: 0, format: 'csv' });
    http.expectOne({ method: 'POST', url: '/api/studio/exports' }).flush(made);
    await jest.advanceTimersByTimeAsync(0);
    const answer = async (change: Partial<StudioExport>): Promise<void> => {
      await jest.advanceTimersByTimeAsync(300);
      http.expectOne('/api/studio/exports/e1').flush({ ...made, ...change });
      await jest.advanceTimersByTimeAsync(0);
    };
    return { store, http, answer };
  }

  it('has the browser fetch the file, and follows it to its end', async () => {
    const { store, answer } = await started();
    expect(clicked).toEqual(['/api/studio/exports/e1/file']);
    await answer({ status: 'running', rows: 5 });
    expect(store.exports()[0]).toMatchObject({ status: 'running', rows: 5 });
    await answer({ status: 'succeeded', rows: 10 });
    expect(store.exports()[0]?.status).toBe('succeeded');
    await jest.advanceTimersByTimeAsync(6000);
    expect(store.exports()).toEqual([]);
  });

  it('keeps what failed in sight until it is dismissed', async () => {
    const { store, answer } = await started();
    await answer({ status: 'failed', error: 'division by zero' });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(store.exports()[0]?.error).toBe('division by zero');
    store.dismiss('e1');
    expect(store.exports()).toEqual([]);
  });

  it('goes on asking while the server does not answer, and gives up when it knows of no such file', async () => {
    const { store, http } = await started();
    await jest.advanceTimersByTimeAsync(300);
    http.expectOne('/api/studio/exports/e1').error(new ProgressEvent('error'));
    await jest.advanceTimersByTimeAsync(3000);
    expect(store.exports()).toHaveLength(1);
    http.expectOne('/api/studio/exports/e1').flush({ code: 'export-not-found' }, { status: 404, statusText: 'x' });
    await jest.advanceTimersByTimeAsync(0);
    expect(store.exports()).toEqual([]);
  });

  it('counts the queries that have run into a file', async () => {
    const { store, answer } = await started();
    await answer({ status: 'succeeded', run_id: null, statement: null });
    expect(store.finishedQueries()).toBe(1);
  });

  it('cuts a file off', async () => {
    const { store, http, answer } = await started();
    void store.cancel('e1');
    http.expectOne({ method: 'DELETE', url: '/api/studio/exports/e1' }).flush(null);
    await answer({ status: 'cancelled' });
    expect(store.exports()[0]?.status).toBe('cancelled');
  });
});
