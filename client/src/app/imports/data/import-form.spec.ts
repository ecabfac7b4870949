import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DataImport } from '#libs/api';
import { providePage } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { ImportForm } from './import-form';

const READ: DataImport = {
  ...{ id: 'i', file_name: 'orders 2026.csv', format: 'csv', size_bytes: 20, received_bytes: 20, status: 'ready' },
  reading: { delimiter: null, encoding: 'auto', header: null, sheet: null },
  preview: {
    ...{ columns: [], rows: [], row_count: 3, notes: [], doubts: [], sheets: [] },
    detected: { encoding: 'utf-8', delimiter: ',', header: true },
  },
  ...{ request: null, copy: null, imported_rows: 0, is_outcome_unknown: false, rejected_rows: 0 },
  ...{ change: null, rejects_href: null, error: null },
} as unknown as DataImport;

let form: ImportForm;

beforeEach(() => {
  TestBed.configureTestingModule({ providers: [providePage(), ImportForm] });
  form = TestBed.inject(ImportForm);
});
afterEach(() => Part.clear());

const entered = (): unknown[] => [
  ...[form.fileName(), form.replaces(), form.newName(), form.existingName()],
  ...[form.isNew(), form.wantsChange(), form.onReject()],
];

it('keeps what was entered when the file is read again', () => {
  form.record.set(READ);
  expect(entered()).toEqual(['orders 2026.csv', false, 'orders_2026', null, true, false, 'stop']);
  form.fileName.set('mine.csv');
  form.replaces.set(true);
  form.newName.set('mine');
  form.existingName.set('theirs');
  form.isNew.set(false);
  form.wantsChange.set(true);
  form.onReject.set('skip');
  const mine = ['mine.csv', true, 'mine', 'theirs', false, true, 'skip'];
  const again = structuredClone(READ);
  for (const record of [again, { ...again, reading: { ...again.reading, encoding: 'latin-1' } }] as DataImport[]) {
    form.record.set(record);
    form.asked.set({ connectionId: null, schema: null, table: null });
    expect(entered()).toEqual(mine);
  }
});

it('begins anew with another file', () => {
  form.record.set(READ);
  form.newName.set('mine');
  form.fileName.set('mine.csv');
  form.record.set({ ...READ, id: 'j', file_name: 'tents.csv' });
  expect([form.newName(), form.fileName()]).toEqual(['tents', 'tents.csv']);
});
