import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, expect, it } from '@jest/globals';
import type { ContractView, FreezeChange, ListedTable } from '#libs/api';
import { postgresSample } from '../../../../testing/connection-samples';
import { providePage } from '../../../../testing/page-set-up';
import { Part } from '../../../../testing/part';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { FreezeDialog } from './freeze-dialog';
import type { FreezeDialogData } from './freeze-dialog';

afterEach(() => Part.clear());

const listed = (name: string): ListedTable => ({ name, schema: 'public', partition_of: null, extension: null });
const replaced = (...tables: string[]): ContractView => {
  const contract = { id: 'c1', name: 'Orders', frozen_by: 'Ann', frozen_at: '2026-05-19T06:00:00Z' };
  const frozen = Object.fromEntries(tables.map((name) => [name, { columns: [] }]));
  return { contract: { ...contract, tables: frozen }, violation: null } as unknown as ContractView;
};

/** Freezes again what a contract has, as it is offered; answers the tables that were sent. */
async function frozenAgain(contract: ContractView, catalog: readonly string[]): Promise<readonly string[] | undefined> {
  const sent: FreezeChange[] = [];
  const data: FreezeDialogData = {
    ...{ connection: postgresSample(), replaced: contract },
    freeze: (input) => Promise.resolve(void sent.push(input)),
    preview: () => Promise.resolve({ connection_id: 'shop', table_count: 1, summary: '', changes: [] }),
    tables: () => Promise.resolve({ tables: [], catalog: catalog.map(listed) }),
  };
  const dialog = { close: () => undefined };
  TestBed.configureTestingModule({
    providers: [
      ...providePage(),
      { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      { provide: DIALOG_DATA, useValue: data },
      { provide: DialogRef, useValue: dialog },
    ],
  });
  const part = await Part.show(FreezeDialog);
  await part.settled();
  await part.press('Replace contract');
  expect(sent).toMatchObject([{ expected: 'c1' }]);
  return sent[0]?.tables;
}

it('offers the whole schema for a contract that covers it', async () => {
  expect(await frozenAgain(replaced('a', 'b'), ['a', 'b'])).toBeUndefined();
});

it('offers the tables of a contract that has as many as the schema, but others', async () => {
  expect(await frozenAgain(replaced('a', 'b'), ['b', 'c'])).toEqual(['a', 'b']);
});
