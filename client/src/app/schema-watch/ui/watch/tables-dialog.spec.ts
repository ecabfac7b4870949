import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import { afterEach, expect, it } from '@jest/globals';
import type { WatchedTablesChange } from '#libs/api';
import { postgresSample } from '../../../../testing/connection-samples';
import { providePage } from '../../../../testing/page-set-up';
import { Part } from '../../../../testing/part';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { TablesDialog } from './tables-dialog';
import type { TablesDialogData } from './tables-dialog';

afterEach(() => Part.clear());

it('saves the chosen tables with those that it began with', async () => {
  const sent: WatchedTablesChange[] = [];
  const listed = (name: string) => ({ name, schema: 'public', partition_of: 'events', extension: null });
  const data: TablesDialogData = {
    connection: postgresSample({ access: 'manage' }),
    read: () => Promise.resolve({ tables: ['events_25'], catalog: ['events_25', 'events_26'].map(listed) }),
    save: (change) => Promise.resolve(void sent.push(change)),
  };
  TestBed.configureTestingModule({
    providers: [
      ...providePage(),
      { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      { provide: DIALOG_DATA, useValue: data },
      { provide: DialogRef, useValue: { close: () => undefined } },
    ],
  });
  const part = await Part.show(TablesDialog);
  await part.settled();
  part.control('events_26').click();
  await part.settled();
  await part.press('Save tables');
  expect(sent).toEqual([{ tables: ['events_25', 'events_26'], expected: ['events_25'] }]);
});
