import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { RowsPage } from '#libs/api';
import { ResultPages } from './result-pages';

const TOTAL = 1_050;

function pageAt(offset: number): RowsPage {
  const count = Math.min(200, TOTAL - offset);
  const rows = Array.from({ length: count }, (_, index) => [String(offset + index)]);
  return { offset, rows, row_count: TOTAL, complete: true };
}

describe('ResultPages', () => {
  let pages: ResultPages;
  let http: HttpTestingController;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    pages = TestBed.inject(ResultPages);
    http = TestBed.inject(HttpTestingController);
  });

  const asked = () => http.match((request) => request.url.endsWith('/rows'));

  it('asks once for a page, however many want it, and once for each order of it', async () => {
    const both = [pages.read('r', 0, 200, null), pages.read('r', 0, 200, null)];
    void pages.read('r', 0, 200, { column: 1, direction: 'desc' });
    const requests = asked();
    expect(requests.map(({ request }) => request.params.get('sort'))).toEqual([null, '1:desc']);
    requests[0]?.flush(pageAt(200));
    expect((await Promise.all(both)).map(({ rows }) => rows.length)).toEqual([200, 200]);
    await pages.read('r', 0, 200, null);
    expect(asked()).toHaveLength(0);
  });

  it('asks again for a page that failed, or that was not full while rows arrived', async () => {
    const failed = pages.read('r', 0, 0, null);
    asked()[0]?.flush(null, { status: 503, statusText: 'gone' });
    await expect(failed).rejects.toThrow();
    const short = pages.read('r', 0, 0, null);
    asked()[0]?.flush({ offset: 0, rows: [['0']], row_count: null, complete: false });
    await short;
    void pages.read('r', 0, 0, null);
    expect(asked()).toHaveLength(1);
  });

  it('reads the rows of stretches in large pieces, and none beside them', async () => {
    const { stretches } = pages.of('r', 0);
    const rows = stretches(
      [
        [3, 4],
        [199, 10_400],
      ],
      { column: 0, direction: 'asc' },
    );
    const pieces: string[] = [];
    for (let piece = 0; piece < 3; piece += 1) {
      const [request] = asked();
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(request?.request.params.get(name)));
      pieces.push(`${offset}+${limit}`);
      const cells = Array.from({ length: limit ?? 0 }, (_, index) => [String((offset ?? 0) + index)]);
      request?.flush({ offset, rows: cells, row_count: 20_000, complete: true });
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(pieces).toEqual(['3+2', '199+10000', '10199+202']);
    const expected = [3, 4, ...Array.from({ length: 10_202 }, (_, index) => 199 + index)];
    expect((await rows).map(([cell]) => Number(cell))).toEqual(expected);
  });
});
