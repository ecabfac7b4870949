import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { PlacedRows } from './placed-rows';

/** A point at 0, 0 as the database answers it. */
const ORIGIN = `0101000000${'0'.repeat(32)}`;

describe('PlacedRows', () => {
  it('asks for the places that an early end of an answer left out', async () => {
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting(), PlacedRows] });
    const [placing, http] = [TestBed.inject(PlacedRows), TestBed.inject(HttpTestingController)];
    const rows = [1, 2, 3].map((x) => [`SRID=25832;POINT (${x} 0)`]);
    placing.place({
      runId: 'r',
      statement: 0,
      source: { kind: 'geometry', column: 0 },
      rows,
      kept: rows,
      staging: null,
    });
    const pieces: string[] = [];
    for (const count of [2, 1]) {
      const [request] = http.match(({ url }) => url.endsWith('/positions'));
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(request?.request.params.get(name)));
      pieces.push(`${offset}+${limit}`);
      request?.flush({ offset, items: Array.from({ length: count }, () => ORIGIN) });
      await new Promise((resolve) => setTimeout(resolve));
    }
    expect(pieces).toEqual(['0+3', '2+1']);
    expect(placing.placed().map(({ row }) => row)).toEqual([0, 1, 2]);
    expect([placing.isTransforming(), placing.problem()]).toEqual([false, null]);
  });

  it('leaves an edited geometry out that only the database could transform', async () => {
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting(), PlacedRows] });
    const [placing, http] = [TestBed.inject(PlacedRows), TestBed.inject(HttpTestingController)];
    const kept = [1, 2, 3].map((x) => [`SRID=25832;POINT (${x} 0)`]);
    const rows = [kept[0] ?? [], ['SRID=25832;POINT (9 9)'], ['SRID=4326;POINT (9 9)']];
    placing.place({ runId: 'r', statement: 0, source: { kind: 'geometry', column: 0 }, rows, kept, staging: {} });
    http.expectOne(({ url }) => url.endsWith('/positions')).flush({ offset: 0, items: [ORIGIN, ORIGIN, ORIGIN] });
    await new Promise((resolve) => setTimeout(resolve));
    expect(placing.placed().map(({ row }) => row)).toEqual([0, 2]);
    expect(placing.leftOut()).toEqual([{ row: 1, reason: 'edited', srid: 25832 }]);
  });
});
