import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { RelatedTable } from '#libs/api';
import { answerAll, providePage } from '../../../testing/page-set-up';
import { Part } from '../../../testing/part';
import { SchemaDiagram } from './schema-diagram';

const table = (schema: string, name: string): RelatedTable => ({
  ...{ schema, name, kind: 'table', distance: 0, columns: [] },
});
const AT = { connectionId: 'shop', schema: 'sales', table: 'orders' };

let part: Part<SchemaDiagram>;
const select = (label: string): string | undefined =>
  part.element.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`)?.selectedOptions[0]?.text.trim();

beforeEach(async () => {
  Object.defineProperty(globalThis, 'ResizeObserver', {
    ...{ configurable: true, writable: true },
    value: class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
    },
  });
  TestBed.configureTestingModule({ providers: providePage() });
  part = await Part.show(SchemaDiagram, { connectionId: 'shop', at: AT });
  await answer('shop', [table('sales', 'orders'), table('stock', 'items')]);
});
afterEach(() => Part.clear());

async function answer(id: string, tables: RelatedTable[]): Promise<void> {
  answerAll('GET', `/api/explore/${id}/diagram`, { tables, relations: [], truncated: false });
  answerAll('GET', `/api/explore/${id}/positions`, { items: [{ schema: 'main', table: 'parks', x: 1, y: 2 }] });
  await part.settled();
}

/** Shows the diagram of another connection. */
async function goToLake(): Promise<void> {
  part.fixture.componentRef.setInput('connectionId', 'lake');
  await part.settled();
  await answer('lake', [table('main', 'parks')]);
}

it('shows a connection without the schema that was chosen as a whole, with its positions', async () => {
  await part.type('Schema', '"sales"');
  expect([select('Schema'), part.text.includes('Reset positions')]).toEqual(['sales', false]);
  await goToLake();
  expect([select('Schema'), part.text.includes('Reset positions')]).toEqual(['All schemas', true]);
});

it('shows another connection as a whole where the neighbours of a table were shown', async () => {
  await part.type('Tables shown', '1');
  expect(select('Tables shown')).toContain('1 step');
  await goToLake();
  expect([select('Tables shown'), part.text.includes('Reset positions')]).toEqual([undefined, true]);
});
