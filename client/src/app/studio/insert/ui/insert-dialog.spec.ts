import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { postgresSample } from '../../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { DIALOG_HEADING_ID } from '../../../shared/ui/dialog/dialog-heading-id';
import { InsertDialog } from './insert-dialog';
import type { InsertAnswer } from './insert-dialog';

const SCHEMA = '/api/connections/shop/schema';
const plain = { default: null, is_generated: false, identity: null, comment: null } as const;
const TABLE: TableDetails = {
  schema: 'public',
  name: 'orders',
  kind: 'table',
  comment: null,
  estimated_rows: null,
  estimated_total_bytes: null,
  columns: [
    { ...plain, name: 'code', type: 'text', kind: 'text', nullable: false },
    { ...plain, name: 'note', type: 'text', kind: 'text', nullable: true, default: "'none'" },
    { ...plain, name: 'paid', type: 'boolean', kind: 'boolean', nullable: true },
  ],
  primary_key: null,
  unique_keys: [],
  foreign_keys: [],
  indexes: [],
};
const INSERTED = { schema: 'public', table: 'orders', sql: '', columns: [], row: [] };

describe('InsertDialog', () => {
  let fixture: ComponentFixture<InsertDialog>;
  let closedWith: (InsertAnswer | undefined)[];

  async function open(): Promise<HTMLElement> {
    closedWith = [];
    const data = { connection: postgresSample(), place: { schema: 'public', table: 'orders' } };
    TestBed.configureTestingModule({
      providers: [
        ...providePage(),
        { provide: DIALOG_DATA, useValue: data },
        { provide: DialogRef, useValue: { close: (answer?: InsertAnswer) => closedWith.push(answer) } },
        { provide: DIALOG_HEADING_ID, useValue: 'heading' },
      ],
    });
    fixture = TestBed.createComponent(InsertDialog);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  async function shown(): Promise<HTMLElement> {
    const page = await open();
    requestTo('GET', SCHEMA).flush(TABLE);
    await act();
    return page;
  }

  async function act(): Promise<void> {
    await settle();
    await fixture.whenStable();
  }

  async function type(page: HTMLElement, index: number, text: string): Promise<void> {
    const input = page.querySelectorAll<HTMLTextAreaElement | HTMLSelectElement>(
      'dw-row-field textarea, dw-row-field select',
    )[index];
    if (!input) throw new Error('No such field');
    input.value = text;
    input.dispatchEvent(new Event(input instanceof HTMLSelectElement ? 'change' : 'input'));
    await act();
  }

  async function send(page: HTMLElement): Promise<void> {
    page.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    await act();
  }

  beforeEach(() => {
    TestBed.resetTestingModule();
  });

  it('has a field for each column, named with its type and whether it has to be given', async () => {
    const page = await shown();
    const labels = [...page.querySelectorAll('dw-field label')].map(({ textContent }) => textContent.trim());
    expect(labels).toEqual(['code, text, required', 'note, text', 'paid, boolean']);
    const segments = [...page.querySelectorAll('dw-segments')].map((one) =>
      [...one.querySelectorAll('button')].map(({ textContent }) => textContent.trim()),
    );
    expect(segments).toEqual([
      ['Value', 'Empty'],
      ['Value', 'Empty', 'NULL', 'Default'],
      ['Value', 'NULL'],
    ]);
    expect(page.querySelectorAll('textarea')[1]?.placeholder).toBe("'none'");
  });

  it('sends what was typed and chosen, and closes with the row', async () => {
    const page = await shown();
    await type(page, 0, 'a');
    await type(page, 2, 'true');
    await send(page);
    const request = requestTo('POST', '/api/studio/rows');
    const values = { code: 'a', paid: 'true' };
    expect(request.request.body).toEqual({ connection_id: 'shop', schema: 'public', table: 'orders', values });
    request.flush(INSERTED);
    await act();
    expect(closedWith).toEqual([{ inserted: INSERTED }]);
  });

  it('keeps the lines of a text', async () => {
    const page = await shown();
    await type(page, 0, 'first\nsecond');
    await send(page);
    expect(requestTo('POST', '/api/studio/rows').request.body).toMatchObject({ values: { code: 'first\nsecond' } });
  });

  it.each([
    ['inserts the row', false],
    ['begins a line with Shift and', true],
  ])('%s on Enter', async (_case, shiftKey) => {
    const page = await shown();
    await type(page, 0, 'a');
    const field = page.querySelector('textarea');
    const event = new KeyboardEvent('keydown', { key: 'Enter', shiftKey, bubbles: true, cancelable: true });
    field?.dispatchEvent(event);
    await act();
    expect(event.defaultPrevented).toBe(!shiftKey);
    expect(answerAll('POST', '/api/studio/rows', INSERTED)).toBe(shiftKey ? 0 : 1);
  });

  it('shows what the database refuses beside the column, else below', async () => {
    const page = await shown();
    await send(page);
    expect(page.querySelector('dw-row-field .error')?.textContent).toBe('Enter a value, or choose Empty.');
    await type(page, 0, 'a');
    await send(page);
    const errors = [{ pointer: '/values/code', detail: 'duplicate key' }];
    const refusal = problemDocument('row-refused', 'r', 'duplicate key.', errors);
    requestTo('POST', '/api/studio/rows').flush(refusal, { status: 422, statusText: '' });
    await act();
    expect(page.querySelector('dw-row-field .error')?.textContent).toBe('duplicate key');
    expect(page.querySelector('[role=alert]')).toBeNull();
    await type(page, 0, 'b');
    await send(page);
    const other = problemDocument('row-refused', 'r', 'A check is broken.');
    requestTo('POST', '/api/studio/rows').flush(other, { status: 422, statusText: '' });
    await act();
    expect(page.querySelector('.error')).toBeNull();
    expect(page.querySelector('[role=alert]')?.textContent).toContain('A check is broken.');
    expect(closedWith).toEqual([]);
  });

  it('says why the columns could not be read, and reads them again', async () => {
    const page = await open();
    requestTo('GET', SCHEMA).flush(problemDocument('table-not-found', 'r'), { status: 404, statusText: '' });
    await act();
    expect(page.textContent).toContain("Couldn't load columns");
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Try again')?.click();
    requestTo('GET', SCHEMA).flush(TABLE);
    await act();
    expect(page.querySelectorAll('dw-row-field')).toHaveLength(3);
  });

  it('closes with an INSERT that keeps what was typed', async () => {
    const page = await shown();
    await type(page, 1, 'typed');
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === 'Open as SQL')?.click();
    expect(closedWith).toEqual([
      {
        template:
          "INSERT INTO public.orders (\n  code,\n  note,\n  paid\n) VALUES (\n  :code, -- text\n  'typed', -- text\n  NULL -- boolean\n);\n",
      },
    ]);
  });
});
