import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DataImport } from '#libs/api';
import { listOf, postgresSample } from '../../../testing/connection-samples';
import { answerAll, providePage, settle } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { ConnectionsStore } from '../../shared/connections/connections.store';
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

it('begins anew with another file, also one of the same name and columns', () => {
  form.record.set(READ);
  const begun = [...entered(), form.draft(), form.connection()];
  form.newName.set('mine');
  form.fileName.set('mine.csv');
  form.replaces.set(true);
  form.existingName.set('theirs');
  form.isNew.set(false);
  form.wantsChange.set(true);
  form.onReject.set('skip');
  form.choose('lake');
  form.record.set({ ...READ, id: 'j' });
  expect([...entered(), form.draft(), form.connection()]).toEqual(begun);
  form.record.set({ ...READ, id: 'k', file_name: 'tents.csv' });
  expect([form.newName(), form.fileName()]).toEqual(['tents', 'tents.csv']);
});

it('begins with the columns that were sent before, until another target is chosen', async () => {
  TestBed.inject(ConnectionsStore);
  await settle();
  answerAll('GET', '/api/connections', listOf([postgresSample()]));
  await settle();
  const preview = {
    ...READ.preview,
    columns: [
      { name: 'id', type: 'BIGINT', kind: 'integer' },
      { name: 'note', type: 'VARCHAR', kind: 'text' },
    ],
  };
  const columns = [{ source: 'id', target: 'number', type: 'text', nullable: false }];
  const request = {
    connection_id: 'shop',
    schema: 'public',
    table: 'orders',
    is_new: true,
    columns,
    on_reject: 'stop',
  };
  form.record.set({ ...READ, status: 'failed', preview, request } as DataImport);
  const drawn = () => form.draft().map(({ isIncluded, target, type }) => [isIncluded, target, type]);
  expect(drawn()).toEqual([
    [true, 'number', 'text'],
    [false, 'note', 'text'],
  ]);
  form.record.set({ ...READ, status: 'failed', preview, request: { ...request, connection_id: 'gone' } } as DataImport);
  form.choose('shop');
  expect(drawn()).toEqual([
    [true, 'id', 'bigint'],
    [true, 'note', 'text'],
  ]);
});
