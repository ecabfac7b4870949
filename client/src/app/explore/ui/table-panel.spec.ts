import { HttpTestingController } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import type { TestRequest } from '@angular/common/http/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { answerAll, providePage } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { columnSample, statementSample } from '../../../testing/run-samples';
import { TablePanel } from './table-panel';

const AT = { connectionId: 'shop', schema: 'public', table: 'orders' };
const details = (name: string): TableDetails => ({
  ...{ schema: 'public', name, kind: 'table', comment: null, estimated_rows: null, estimated_total_bytes: null },
  ...{ columns: [], primary_key: null, unique_keys: [], foreign_keys: [], indexes: [] },
});

let part: Part<TablePanel>;
const button = (): HTMLElement | undefined =>
  [...part.element.querySelectorAll('button')].find(({ textContent }) => textContent.includes('Show 20 rows'));
const runs = (): TestRequest[] =>
  TestBed.inject(HttpTestingController).match((request) => request.url === '/api/studio/runs');

beforeEach(async () => {
  TestBed.configureTestingModule({ providers: providePage() });
  part = await Part.show(TablePanel, { at: AT, hasRelations: false });
  await show('orders');
});
afterEach(() => Part.clear());

async function show(name: string): Promise<void> {
  part.fixture.componentRef.setInput('at', { ...AT, table: name });
  await part.settled();
  answerAll('GET', '/api/connections/shop/schema', details(name));
  await part.settled();
}

it('reads the sample of a table once on a double click', async () => {
  button()?.click();
  button()?.click();
  await part.settled();
  expect(button()?.getAttribute('aria-busy')).toBe('true');
  expect(runs()).toHaveLength(1);
});

it('reads the sample of another table while the first one is on its way', async () => {
  button()?.click();
  await part.settled();
  const [first] = runs();
  await show('items');
  expect(button()?.getAttribute('aria-busy')).toBeNull();
  await show('orders');
  expect(button()?.getAttribute('aria-busy')).toBe('true');
  const statement = statementSample({ columns: [columnSample('n', 'integer')], rows: [['42']] });
  first?.flush({ id: 'r', statements: [statement] });
  await part.settled();
  expect(part.element.querySelector('.sample')?.textContent).toContain('42');
});
