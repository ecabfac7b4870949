import { TestBed } from '@angular/core/testing';
import { ActivatedRoute, convertToParamMap } from '@angular/router';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import type { DataImport } from '#libs/api';
import { FakeEventSource } from '../../testing/fake-event-source';
import { answerAll, providePage, requestTo } from '../../testing/page-set-up';
import { Part } from '../../testing/part';
import { ImportPage } from './import-page';

const ADDRESS = '/api/imports/i';
const READING = { encoding: 'auto', header: null, delimiter: null, sheet: null, date_order: null, decimal: null };
const CANCELLED = {
  ...{ id: 'i', file_name: 'orders.csv', format: 'csv', size_bytes: 20, received_bytes: 20, status: 'cancelled' },
  ...{ reading: READING, preview: null, request: null, copy: null, imported_rows: 0, rejected_rows: 0, error: null },
  ...{ is_outcome_unknown: false, change: null, rejects_href: null },
} as DataImport;

let part: Part<ImportPage>;

beforeEach(async () => {
  const [paramMap, queryParamMap] = [of(convertToParamMap({ id: 'i' })), of(convertToParamMap({}))];
  const route = { provide: ActivatedRoute, useValue: { paramMap, queryParamMap } };
  TestBed.configureTestingModule({ providers: [providePage(), route] });
  part = await Part.show(ImportPage);
  await answer(CANCELLED);
});
afterEach(() => Part.clear());

async function answer(record: DataImport): Promise<void> {
  expect(answerAll('GET', ADDRESS, record)).toBeGreaterThan(0);
  await part.settled();
}

async function lose(): Promise<void> {
  await part.press('Read the file');
  requestTo('POST', `${ADDRESS}/read`).error(new ProgressEvent('error'));
  await part.settled();
}

it('shows why a click did nothing, until the file is in another state', async () => {
  await lose();
  await answer(CANCELLED);
  expect(part.text).toContain("Couldn't reach the server.");
  FakeEventSource.last.emit('import.changed', { import_id: 'i' });
  await part.settled();
  await answer({ ...CANCELLED, status: 'reading' });
  expect(part.text).not.toContain("Couldn't reach the server.");
  FakeEventSource.last.emit('import.changed', { import_id: 'i' });
  await part.settled();
  await answer(CANCELLED);
  expect(part.text).not.toContain("Couldn't reach the server.");
});

it('reads the file again whose answer was lost', async () => {
  await lose();
  await answer({ ...CANCELLED, status: 'reading' });
  expect(part.text).not.toContain("Couldn't reach the server.");
  expect(part.text).toContain('Reading the file');
});

it('keeps the focus when a click has the file read', async () => {
  [...part.element.querySelectorAll('button')].find((button) => button.textContent.includes('Read the file'))?.focus();
  await part.press('Read the file');
  requestTo('POST', `${ADDRESS}/read`).flush({ ...CANCELLED, status: 'reading' });
  await part.settled();
  expect(document.activeElement?.localName).toBe('section');
});
