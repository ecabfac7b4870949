import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { SchemaRow } from './schema-tree';
import { SchemaStore } from './schema.store';

const names = {
  schemas: [
    { name: 'geo', table_count: 1, is_default: false },
    { name: 'public', table_count: 1, is_default: true },
  ],
};
const inPublic = {
  schema: 'public',
  tables: [{ name: 'orders', kind: 'table', estimated_rows: 50_000, estimated_bytes: null, comment: null }],
  functions: [],
};
const orders = {
  schema: 'public',
  name: 'orders',
  kind: 'table',
  comment: null,
  primary_key: null,
  unique_keys: [],
  foreign_keys: [],
  indexes: [],
  columns: [
    {
      name: 'id',
      type: 'bigint',
      kind: 'integer',
      nullable: false,
      default: null,
      is_generated: false,
      identity: null,
      comment: null,
    },
  ],
};

describe('SchemaStore', () => {
  let store: SchemaStore;
  let http: HttpTestingController;

  beforeEach(() => {
    TestBed.configureTestingModule({ providers: [provideHttpClient(), provideHttpClientTesting()] });
    store = TestBed.inject(SchemaStore);
    http = TestBed.inject(HttpTestingController);
  });

  afterEach(() => http.verify());

  async function answer(query: string, body: object, status = 200): Promise<void> {
    http.expectOne(`/api/connections/shop/schema${query}`).flush(body, { status, statusText: String(status) });
    await new Promise((resolve) => setTimeout(resolve));
  }

  function row(label: string): SchemaRow {
    const found = store.rows().find((candidate) => candidate.label === label);
    if (!found) throw new Error(`No row ${label}`);
    return found;
  }

  const labels = (): string[] => store.rows().map(({ label }) => label);

  it('asks for names first and opens the default schema at once', async () => {
    store.show('shop');
    await answer('', names);
    expect(labels()).toEqual(['geo', 'public', 'Loading']);
    await answer('?schema=public', inPublic);
    expect(labels()).toEqual(['geo', 'public', 'orders']);
  });

  it('asks for the details of a table when it is opened, and once', async () => {
    store.show('shop');
    await answer('', names);
    await answer('?schema=public', inPublic);
    store.expand(row('orders'));
    await answer('?schema=public&table=orders', orders);
    expect(labels()).toEqual(['geo', 'public', 'orders', 'id']);
    store.collapse(row('orders'));
    store.expand(row('orders'));
    expect(labels()).toEqual(['geo', 'public', 'orders', 'id']);
  });

  it('keeps what was open over a refresh and throws late answers away', async () => {
    store.show('shop');
    await answer('', names);
    const late = http.expectOne('/api/connections/shop/schema?schema=public');
    store.refresh();
    late.flush({ ...inPublic, tables: [] });
    await answer('', names);
    await answer('?schema=public', inPublic);
    expect(labels()).toEqual(['geo', 'public', 'orders']);
  });

  it('says what failed and asks again when the row is opened again', async () => {
    store.show('shop');
    await answer('', names);
    await answer('?schema=public', { title: 't', code: 'database-error', detail: 'permission denied' }, 502);
    expect(labels()).toEqual(['geo', 'public', 'permission denied']);
    store.collapse(row('public'));
    store.expand(row('public'));
    await answer('?schema=public', inPublic);
    expect(labels()).toEqual(['geo', 'public', 'orders']);
  });

  it('looks into every schema while a filter is typed', async () => {
    store.show('shop');
    await answer('', names);
    await answer('?schema=public', inPublic);
    store.setFilter('ord');
    await answer('?schema=geo', { schema: 'geo', tables: [], functions: [] });
    expect(labels()).toEqual(['public', 'orders']);
  });

  it('knows the selected table of each connection, also by its columns', async () => {
    store.show('shop');
    await answer('', names);
    await answer('?schema=public', inPublic);
    expect(store.selectedOn('shop')).toBeNull();
    store.select(row('orders'));
    expect(store.selectedOn('shop')).toEqual({ schema: 'public', name: 'orders' });
    expect(store.selectedOn('lake')).toBeNull();
    store.select(row('public'));
    expect(store.selectedOn('shop')).toBeNull();
    store.expand(row('orders'));
    await answer('?schema=public&table=orders', orders);
    store.select(row('id'));
    expect(store.selectedOn('shop')).toEqual({ schema: 'public', name: 'orders' });
  });

  it('takes an answer that comes while another connection is refreshed', async () => {
    store.show('shop');
    store.show('lake');
    store.refresh();
    await answer('', names);
    await answer('?schema=public', inPublic);
    store.show('shop');
    expect(labels()).toEqual(['geo', 'public', 'orders']);
    for (const request of http.match('/api/connections/lake/schema')) request.flush({ schemas: [] });
  });

  it('asks again for a connection whose catalog changed while its answer was on its way', async () => {
    store.show('shop');
    const late = http.expectOne('/api/connections/shop/schema');
    store.show('lake');
    await store.renew('shop');
    late.flush({ schemas: [] });
    await new Promise((resolve) => setTimeout(resolve));
    store.show('shop');
    await answer('', names);
    await answer('?schema=public', inPublic);
    expect(labels()).toEqual(['geo', 'public', 'orders']);
    for (const request of http.match('/api/connections/lake/schema')) request.flush({ schemas: [] });
  });

  it('remembers the tree of a connection while another one is shown', async () => {
    store.show('shop');
    await answer('', names);
    await answer('?schema=public', inPublic);
    store.show(null);
    expect(labels()).toEqual([]);
    store.show('shop');
    expect(labels()).toEqual(['geo', 'public', 'orders']);
  });
});
