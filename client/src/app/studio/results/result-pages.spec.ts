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

  const answered = () => new Promise((resolve) => setTimeout(resolve));
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
    await answered();
    asked()[0]?.flush({ offset: 1, rows: [], row_count: null, complete: false });
    await short;
    void pages.read('r', 0, 0, null);
    expect(asked()).toHaveLength(1);
  });

  it('reads on where the server ends a page of long values early', async () => {
    const page = pages.read('r', 0, 200, null);
    const pieces: string[] = [];
    for (const count of [80, 80, 40]) {
      const [request] = asked();
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(request?.request.params.get(name)));
      pieces.push(`${offset}+${limit}`);
      const rows = pageAt(offset ?? 0).rows.slice(0, count);
      request?.flush({ ...pageAt(offset ?? 0), rows });
      await answered();
    }
    expect(pieces).toEqual(['200+200', '280+120', '360+40']);
    expect(asked()).toHaveLength(0);
    expect(await page).toEqual(pageAt(200));
  });

  it('keeps the numbers of filtered rows that are read in pieces', async () => {
    const filters = [{ column: 0, op: 'is_not_null' }] as const;
    const page = pages.read('r', 0, 0, null, filters);
    const counts = { row_count: TOTAL, complete: true, filtered_row_count: 2 };
    asked()[0]?.flush({ offset: 0, rows: [['5']], row_numbers: [5], ...counts });
    await answered();
    asked()[0]?.flush({ offset: 1, rows: [['9']], row_numbers: [9], ...counts });
    expect(await page).toEqual({ offset: 0, rows: [['5'], ['9']], row_numbers: [5, 9], ...counts });
  });

  it('holds large pages only as long as they fit', async () => {
    const long = 'x'.repeat(10_000_000);
    for (const offset of [0, 200, 400]) {
      const page = pages.read('r', 0, offset, null);
      const rows = Array.from({ length: 200 }, (_, row) => [row < 3 ? long : '']);
      asked()[0]?.flush({ offset, rows, row_count: 600, complete: true });
      await page;
    }
    void pages.read('r', 0, 400, null);
    void pages.read('r', 0, 200, null);
    expect(asked()).toHaveLength(0);
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
      await answered();
    }
    expect(pieces).toEqual(['3+2', '199+10000', '10199+202']);
    const expected = [3, 4, ...Array.from({ length: 10_202 }, (_, index) => 199 + index)];
    expect((await rows).map(([cell]) => Number(cell))).toEqual(expected);
  });
});
