import { DeferBlockBehavior, TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Connection, ContractView, SchemaChange, SchemaChangeList, SchemaWatchStatus } from '#libs/api';
import { problemDocument } from '#libs/problem';
import { duckdbSample, listOf, postgresSample } from '../../testing/connection-samples';
import { FakeEventSource } from '../../testing/fake-event-source';
import { answerAll, providePage, requestTo, settle } from '../../testing/page-set-up';
import { dialogText, Part, words } from '../../testing/part';
import { routes } from './schema-watch.routes';

const WATCH = '/api/schema-watch/shop';
const CONTRACT = '/api/contracts/shop';

const status: SchemaWatchStatus = {
  connection_id: 'shop',
  snapshot: {
    id: 's1',
    connection_id: 'shop',
    taken_at: '2026-05-19T06:00:00Z',
    table_count: 31,
    column_count: 204,
    hash: 'f00d',
    server_version: '15.18',
    is_stable: true,
    inaccessible_schemas: [],
  },
  snapshots_kept: 30,
  checked_at: '2026-05-19T06:00:00Z',
  last_error: null,
};
const stale: ContractView = {
  contract: {
    id: 'k1',
    name: 'Orders',
    connection_id: 'shop',
    frozen_at: '2026-04-02T14:10:00Z',
    frozen_by: 'u1',
    tables: {
      orders: { primary_key: ['id'], columns: [{ name: 'id', type: 'bigint', nullable: false }], foreign_keys: [] },
    },
  },
  state: 'holds',
  stale: true,
  violation: null,
  evaluated_at: '2026-05-19T06:00:00Z',
  stale_reason: 'connection refused',
};

const found0: SchemaChangeList = { connection_id: 'shop', days: 30, total: 0, changes: [], next_cursor: null };

function changeOf(id: string, snapshotId: string): SchemaChange {
  return {
    ...{ id, connection_id: 'shop', detected_at: '2026-05-19T06:00:00Z', summary: `+ table ${id}` },
    ...{ changes: [], recreated: [id], from_snapshot_id: 's0', to_snapshot_id: snapshotId },
  };
}

const goneAt = { schema: 'public', name: 'orders', table: 'orders', kind: 'column_removed', column: 'note' } as const;
const note = { name: 'note', type: 'text', nullable: true, position: 2 };
const dropped: SchemaChange = {
  ...{ id: 'd1', connection_id: 'shop', detected_at: '2026-05-19T06:00:00Z', summary: 'three changes' },
  ...{ recreated: [], from_snapshot_id: 's0', to_snapshot_id: 's1' },
  changes: [
    { ...goneAt, before: note, summary: 'orders: - column note' },
    { ...goneAt, column: 'other', before: note, summary: 'orders: - column other' },
    { ...goneAt, name: 'carts', table: 'carts', before: note, summary: 'carts: - column note' },
  ],
};
const violated: ContractView = {
  ...stale,
  state: 'violated',
  stale: false,
  stale_reason: null,
  violation: {
    ...{ id: 'v1', state: 'open', opened_at: '2026-05-19T06:00:00Z', changed_at: '2026-05-19T06:00:00Z' },
    ...{ resolved_at: null, summary: 'orders.note: column no longer exists', sets: [] },
    items: [
      {
        ...{ schema: 'public', name: 'orders', table: 'orders', kind: 'column_gone', column: 'note' },
        ...{ expected: 'text', summary: 'orders.note: column no longer exists' },
      },
    ],
  },
};

describe('the page of Schema Watch', () => {
  let harness: RouterTestingHarness;

  beforeEach(async () => {
    TestBed.configureTestingModule({ providers: providePage(), deferBlockBehavior: DeferBlockBehavior.Manual });
    TestBed.inject(Router).resetConfig([{ path: 'schema-watch', children: routes }]);
    harness = await RouterTestingHarness.create();
  });
  afterEach(() => Part.clear());

  const page = (): HTMLElement => harness.fixture.nativeElement as HTMLElement;
  const buttons = (): string[] =>
    [...page().querySelectorAll('button')].map((button) => button.getAttribute('aria-label') ?? words(button));
  const text = (part: string): string => words(page().querySelector(part));

  async function settled(): Promise<void> {
    await settle();
    await harness.fixture.whenStable();
  }

  async function open(address: string, connections: Connection[]): Promise<void> {
    await harness.navigateByUrl(address);
    answerAll('GET', '/api/connections', listOf(connections));
    answerAll('GET', '/api/contracts', { items: [], next_cursor: null });
    await settled();
  }

  async function answer(
    state: SchemaWatchStatus,
    contract: ContractView | null,
    found = found0,
    violations: readonly object[] = [],
  ): Promise<void> {
    answerAll('GET', `${WATCH}/status`, state);
    answerAll('GET', `${WATCH}/changes`, found);
    answerAll('GET', `${CONTRACT}/violations`, { violations, next_cursor: null });
    const pending = requestTo('GET', CONTRACT);
    if (contract !== null) pending.flush(contract);
    else pending.flush(problemDocument('contract-not-found', 'r'), { status: 404, statusText: 'Not Found' });
    await settled();
  }

  async function press(name: string): Promise<void> {
    const found = [...document.querySelectorAll<HTMLElement>('button')].reverse().find((one) => words(one) === name);
    if (found === undefined) throw new Error(`No button is called ${name}`);
    found.click();
    await settled();
    await new Promise((resolve) => setTimeout(resolve));
    await settled();
  }

  it('goes to the first connection that can be watched', async () => {
    await open('/schema-watch', [duckdbSample(), postgresSample()]);
    expect(TestBed.inject(Router).url).toBe('/schema-watch/shop?connection=shop');
  });

  it('says that a connection is not watched, or not known', async () => {
    await open('/schema-watch/lake', [duckdbSample(), postgresSample()]);
    expect(text('.dw-page')).toContain('Lake is not watched');
    expect(text('dw-watch-list')).toContain('DuckDB and folders of files are skipped');
    await harness.navigateByUrl('/schema-watch/nowhere');
    await settled();
    expect(text('.dw-page')).toContain('No connection to watch');
  });

  it('says of a change that it broke the contract also where the contract holds again', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    const { violation } = violated;
    const ended = { ...violation, state: 'resolved', resolved_at: '2026-05-19T08:00:00Z' };
    await answer(
      status,
      { ...violated, state: 'holds', violation: null },
      { ...found0, total: 1, changes: [dropped] },
      [ended],
    );
    expect(text('dw-change-record h3')).toContain('Contract was violated');
  });

  it('shows why the last check failed, and that the contract is stale', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    await answer({ ...status, last_error: 'connection refused' }, stale);
    expect(text('dw-watch-state')).toMatch(/31 tables, 204 columns .*The last check failed. connection refused/);
    expect(text('dw-contract-panel')).toMatch(/Orders Stale .*couldn't be read since then: connection refused/);
    expect(buttons()).toEqual(expect.arrayContaining(['Check now', 'Freeze again', 'YAML', 'Release']));
  });

  it.each([
    ['that changed while it was read', { is_stable: false }, 'The schema changed while it was read.'],
    ['of schemas that the role cannot use', { inaccessible_schemas: ['app'] }, 'no USAGE on schema app.'],
  ])('explains a snapshot %s', async (_, change, expected) => {
    await open('/schema-watch/shop', [postgresSample()]);
    const snapshot = status.snapshot && { ...status.snapshot, ...change };
    await answer({ ...status, snapshot }, null);
    expect(text('dw-watch-state')).toContain(expected);
  });

  it('lets only those freeze and release who may manage the connection', async () => {
    await open('/schema-watch/shop', [postgresSample({ access: 'write' })]);
    await answer(status, stale);
    expect(buttons().filter((name) => /Freeze|Release/.test(name))).toEqual([]);
    expect(buttons()).toContain('YAML');
  });

  it('reloads on a live event of the connection, and only then', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    await answer(status, null);
    expect(text('dw-contract-panel')).toContain('No contract');
    FakeEventSource.last.emit('contract.changed', { connection_id: 'other' });
    expect(answerAll('GET', CONTRACT, stale)).toBe(0);
    FakeEventSource.last.emit('contract.changed', { connection_id: 'shop' });
    expect(answerAll('GET', CONTRACT, stale)).toBe(1);
    await settled();
    expect(text('dw-contract-panel')).toContain('Orders');
  });

  it('brings older changes when they are asked for, and says why it cannot', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    await answer(status, null, { ...found0, total: 2, changes: [changeOf('newer', 's1')], next_cursor: 'behind' });
    const older = () => [...page().querySelectorAll('button')].find((button) => words(button).startsWith('Show older'));
    expect(text('.older')).toContain('1 of 2');
    older()?.click();
    await settled();
    const refusal = problemDocument('internal-error', 'r', 'The state is busy.');
    requestTo('GET', `${WATCH}/changes`).flush(refusal, { status: 500, statusText: 'Internal Server Error' });
    await settled();
    expect(text('dw-change-timeline')).toContain('The state is busy.');
    older()?.click();
    await settled();
    const asked = requestTo('GET', `${WATCH}/changes`);
    expect(asked.request.params.get('cursor')).toBe('behind');
    asked.flush({ ...found0, total: 2, changes: [changeOf('elder', 's0')] });
    await settled();
    expect(text('dw-change-timeline')).toMatch(/newer.*elder/);
    expect(older()).toBeUndefined();
  });

  it('shows only the changes that broke the contract when that is wanted, and all of them again', async () => {
    await open('/schema-watch/shop?breaking=true', [postgresSample()]);
    const only = (): HTMLInputElement | null => page().querySelector('dw-change-timeline input[type=checkbox]');
    expect(only()?.checked).toBe(true);
    const asked = requestTo('GET', `${WATCH}/changes`);
    expect(asked.request.params.get('breaking')).toBe('true');
    asked.flush({ ...found0, total: 1, changes: [dropped] });
    await answer(status, violated);
    expect(words(page().querySelector('dw-change-record'))).toContain('3 changes, 1 breaks the contract');
    expect([...page().querySelectorAll('dw-diff-tables .table .name')].map(words)).toEqual(['orders']);
    expect(text('.count')).toBe('1 check with breaking changes');

    only()?.click();
    await settled();
    expect(TestBed.inject(Router).url).not.toContain('breaking');
    const all = requestTo('GET', `${WATCH}/changes`);
    expect(all.request.params.has('breaking')).toBe(false);
    all.flush({ ...found0, total: 1, changes: [dropped] });
    await settled();
    expect([...page().querySelectorAll('dw-diff-tables .table .name')].map(words)).toEqual(['orders', 'carts']);
  });

  it('says where no change is a breaking one, and leads back to all of them', async () => {
    await open('/schema-watch/shop?breaking=true', [postgresSample()]);
    await answer(status, null);
    expect(text('dw-change-timeline')).toContain('No breaking change');
    [...page().querySelectorAll('button')].find((button) => words(button) === 'Show all changes')?.click();
    await settled();
    expect(answerAll('GET', `${WATCH}/changes`, found0)).toBe(1);
    await settled();
    expect(text('dw-change-timeline')).toContain('Nothing changed in 30 days');
  });

  it('leads from a snapshot to what it found', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    const kept = status.snapshot === null ? [] : [{ ...status.snapshot, change_count: 3 }];
    answerAll('GET', `${WATCH}/snapshots`, { items: kept, next_cursor: null });
    await answer(status, null, { ...found0, total: 2, changes: [changeOf('other', 's9'), changeOf('meant', 's1')] });
    Element.prototype.scrollIntoView = () => undefined;
    const bar = [...page().querySelectorAll('dw-snapshot-strip button')].find((one) =>
      one.getAttribute('aria-label')?.endsWith('3 changes'),
    );
    (bar as HTMLButtonElement).click();
    await settled();
    expect(document.activeElement?.closest('dw-change-record')?.textContent).toContain('+ table meant');

    // The record comes and goes with what is searched for, and leaves the focus where it is typed.
    const box = page().querySelector<HTMLInputElement>('dw-change-timeline input[type=search]');
    box?.focus();
    for (const [id, snapshotId] of [
      ['other', 's9'],
      ['meant', 's1'],
    ] as const) {
      FakeEventSource.last.emit('schema_watch.snapshot_taken', { connection_id: 'shop' });
      await settled();
      answerAll('GET', `${WATCH}/changes`, { ...found0, total: 1, changes: [changeOf(id, snapshotId)] });
      await settled();
    }
    expect(text('dw-change-timeline')).toContain('+ table meant');
    expect(document.activeElement).toBe(box);
  });

  it('says what may be out of date when it could not be read again, and reads it again', async () => {
    const addresses = [`${WATCH}/changes`, CONTRACT, `${CONTRACT}/violations`, `${WATCH}/snapshots`, '/api/contracts'];
    const notices = (): string[] => [...page().querySelectorAll('dw-outdated-notice .text')].map(words);
    await open('/schema-watch/shop', [postgresSample()]);
    const kept = status.snapshot === null ? [] : [{ ...status.snapshot, change_count: 3 }];
    answerAll('GET', `${WATCH}/snapshots`, { items: kept, next_cursor: null });
    await answer(status, { ...stale, stale: false, stale_reason: null }, { ...found0, total: 1, changes: [dropped] });
    expect([text('dw-contract-panel [data-state]'), notices()]).toEqual(['Holds', []]);

    FakeEventSource.last.emit('contract.changed', { connection_id: 'shop' });
    const refusal = problemDocument('internal-error', 'r', 'Disk full');
    for (const address of addresses)
      requestTo('GET', address).flush(refusal, { status: 500, statusText: 'Internal Server Error' });
    await settled();
    expect(notices()).toEqual([
      'The state of connections may be out of date. Disk full',
      'The list of snapshots may be out of date. Disk full',
      'This list may be out of date. Disk full',
      'The contract may be out of date. Disk full',
      'The history may be out of date. Disk full',
    ]);
    expect(text('dw-contract-panel [data-state]')).toBe('Stale');

    for (const button of page().querySelectorAll<HTMLElement>('dw-outdated-notice button')) button.click();
    answerAll('GET', '/api/contracts', { items: [], next_cursor: null });
    answerAll('GET', `${WATCH}/snapshots`, { items: kept, next_cursor: null });
    await answer(status, { ...stale, stale: false, stale_reason: null }, { ...found0, total: 1, changes: [dropped] });
    expect([text('dw-contract-panel [data-state]'), notices()]).toEqual(['Holds', []]);
  });

  it('says what could not be read at first, and reads it again', async () => {
    const failures = (): string[] => [...page().querySelectorAll('dw-failed-state strong')].map(words);
    const addresses = ['/api/contracts', `${WATCH}/snapshots`, `${CONTRACT}/violations`];
    await harness.navigateByUrl('/schema-watch/shop');
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
    await settled();
    const refusal = problemDocument('internal-error', 'r', 'Disk full');
    for (const address of addresses)
      requestTo('GET', address).flush(refusal, { status: 500, statusText: 'Internal Server Error' });
    await answer(status, stale);
    expect(failures()).toEqual([
      "Couldn't load the state of connections",
      "Couldn't load snapshots",
      "Couldn't load the history",
    ]);
    for (const button of page().querySelectorAll<HTMLElement>('dw-failed-state .actions button')) button.click();
    for (const address of addresses) answerAll('GET', address, { items: [], violations: [], next_cursor: null });
    await settled();
    expect(failures()).toEqual([]);
  });

  it('asks before a migration that was typed is discarded', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    await answer(status, stale);
    await press('Check a migration');
    const field = document.querySelector<HTMLTextAreaElement>('dw-check-dialog textarea');
    field?.dispatchEvent(new Event('beforeinput', { bubbles: true }));
    expect(field).not.toBeNull();
    if (field !== null) field.value = 'ALTER TABLE orders DROP COLUMN note';
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector<HTMLElement>('dw-check-dialog [aria-label="Close"]')?.click();
    await settled();
    expect(dialogText()).toContain('Discard changes?');
    await press('Keep editing');
    expect(document.querySelector<HTMLTextAreaElement>('dw-check-dialog textarea')?.value).toContain('DROP COLUMN');
  });

  it('shows a check that could not be made', async () => {
    await open('/schema-watch/shop', [postgresSample()]);
    await answer(status, null);
    [...page().querySelectorAll('button')].find((button) => words(button) === 'Check now')?.click();
    await settled();
    expect(buttons()).toContain('Checking');
    const refusal = problemDocument('connection-unreachable', 'r', 'connection refused');
    requestTo('POST', `${WATCH}/run`).flush(refusal, { status: 502, statusText: 'Bad Gateway' });
    await settled();
    expect(document.body.textContent).toContain("Shop production couldn't be checked");
  });
});
