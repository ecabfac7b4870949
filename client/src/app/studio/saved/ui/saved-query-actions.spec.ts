import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { problemDocument } from '#libs/problem';
import { listOf, postgresSample } from '../../../../testing/connection-samples';
import { answerAll, providePage, requestTo, settle } from '../../../../testing/page-set-up';
import { savedQuerySample } from '../../../../testing/saved-query-samples';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { linkOf } from '../save-state';
import { SavedQueryActions } from './saved-query-actions';
import { TabsStore } from '../../tabs/tabs.store';

const QUERY = '/api/studio/queries/q1';

describe('SavedQueryActions', () => {
  let tabs: TabsStore;
  let actions: SavedQueryActions;
  let isConfirmed: boolean;
  let asked: string[];

  beforeEach(async () => {
    TestBed.resetTestingModule();
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
    TestBed.inject(ConnectionsStore);
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
    await settle();
    [isConfirmed, asked] = [false, []];
    const dialogs = TestBed.inject(Dialogs);
    dialogs.confirm = ({ heading }) => {
      asked.push(heading);
      return Promise.resolve(isConfirmed);
    };
    dialogs.open = () => {
      asked.push('name');
      return Promise.resolve(undefined);
    };
    tabs = TestBed.inject(TabsStore);
    actions = TestBed.inject(SavedQueryActions);
  });

  /** A tab that holds the sample query, with a text that was changed since. */
  async function changedTab(): Promise<void> {
    actions.open(savedQuerySample());
    tabs.setText(tabs.activeId() ?? '', 'SELECT 2');
    await settle();
  }

  it('opens a query in place of an unused tab, under its name, as saved', () => {
    actions.open(savedQuerySample());
    expect(tabs.tabs().map(({ title, sql, connectionId }) => [title, sql, connectionId])).toEqual([
      ['Orders this month', 'SELECT 1', 'shop'],
    ]);
    expect(actions.state()).toBe('saved');
  });

  it('leaves a tab without a text that has staged edits', () => {
    tabs.stage(tabs.activeId() ?? '', { connectionId: 'shop', changedAt: '', count: 1, text: '[]' });
    actions.open(savedQuerySample());
    expect(tabs.tabs().map(({ sql }) => sql)).toEqual(['', 'SELECT 1']);
  });

  it('brings the tab to the front that holds the query already', () => {
    actions.open(savedQuerySample());
    const holder = tabs.activeId();
    tabs.open({ sql: 'other' });
    actions.open(savedQuerySample({ sql: 'newer', version: 4 }));
    expect([tabs.activeId(), tabs.tabs().length]).toEqual([holder, 2]);
  });

  it('distinguishes a text changed since it was saved from one changed since it ran', async () => {
    await changedTab();
    const id = tabs.activeId() ?? '';
    tabs.markRun(id, { runId: 'r', sqlOffset: 0, startedAt: '', rowCount: null });
    expect([actions.state(), tabs.active()?.isDirty]).toEqual(['changed', false]);
  });

  it('saves over the query with the version that it has', async () => {
    await changedTab();
    void actions.save();
    await settle();
    requestTo('GET', QUERY).flush(savedQuerySample());
    await settle();
    const request = requestTo('PUT', QUERY);
    expect(request.request.body).toEqual({
      name: 'Orders this month',
      description: 'Newest first',
      connection_id: 'shop',
      sql: 'SELECT 2',
      version: 3,
    });
    request.flush(savedQuerySample({ sql: 'SELECT 2', version: 4 }));
    await settle();
    expect([actions.state(), tabs.active()?.saved?.version, asked]).toEqual(['saved', 4, []]);
  });

  it('saves over a query that was only renamed elsewhere, under its new name', async () => {
    await changedTab();
    void actions.save();
    await settle();
    requestTo('GET', QUERY).flush(savedQuerySample({ name: 'Renamed', version: 4 }));
    await settle();
    expect(requestTo('PUT', QUERY).request.body).toMatchObject({ name: 'Renamed', version: 4 });
  });

  it.each([true, false])('asks before it replaces what was saved elsewhere: %s', async (answer) => {
    isConfirmed = answer;
    await changedTab();
    void actions.save();
    await settle();
    requestTo('GET', QUERY).flush(savedQuerySample({ sql: 'SELECT 3', version: 4 }));
    await settle();
    expect(asked).toEqual(['Replace Orders this month?']);
    expect(answerAll('PUT', QUERY, savedQuerySample())).toBe(answer ? 1 : 0);
    await settle();
    expect(actions.isSaving()).toBe(false);
  });

  it('asks, too, where the query was shared here after its text was saved elsewhere', async () => {
    await changedTab();
    void actions.share(savedQuerySample({ sql: 'SELECT 3', version: 4 }), true);
    await settle();
    requestTo('PUT', QUERY).flush(savedQuerySample({ name: 'Shared', sql: 'SELECT 3', version: 5 }));
    await settle();
    expect(tabs.active()).toMatchObject({ title: 'Shared', saved: { version: 3 } });
    void actions.save();
    await settle();
    requestTo('GET', QUERY).flush(savedQuerySample({ sql: 'SELECT 3', version: 5 }));
    await settle();
    expect(asked).toEqual(['Replace Orders this month?']);
  });

  it('asks for a name when the query was deleted elsewhere, and for a text that has none', async () => {
    await changedTab();
    void actions.save();
    await settle();
    requestTo('GET', QUERY).flush(problemDocument('query-not-found', 'r'), { status: 404, statusText: '' });
    await settle();
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual(['name']);
  });

  it('shows why a query could not be saved', async () => {
    await changedTab();
    void actions.save();
    await settle();
    requestTo('GET', QUERY).flush(savedQuerySample());
    await settle();
    requestTo('PUT', QUERY).flush(problemDocument('too-large', 'r', 'Too large.'), { status: 413, statusText: '' });
    await settle();
    const [toast] = TestBed.inject(Toasts).messages();
    expect([toast?.tone, toast?.text]).toEqual(['danger', 'Too large.']);
    expect(actions.state()).toBe('changed');
  });

  it('saves no blank text, and none without a connection', () => {
    expect(actions.refusal()).toBe('Choose a connection for this tab first');
    tabs.setConnection(tabs.activeId() ?? '', 'shop');
    expect(actions.refusal()).toBe('This tab has no SQL yet');
    tabs.setText(tabs.activeId() ?? '', 'SELECT 1');
    expect(actions.refusal()).toBeNull();
  });

  it('learns the text of the query of a tab that came from another browser', async () => {
    const saved = { ...linkOf(savedQuerySample()), mark: '' };
    tabs.open({ sql: 'SELECT 1', title: 'Orders this month', connectionId: 'shop', saved });
    await settle();
    expect(actions.state()).toBe('changed');
    requestTo('GET', QUERY).flush(savedQuerySample());
    await settle();
    expect(actions.state()).toBe('saved');
  });

  it('deletes at once and offers to bring back', async () => {
    void actions.remove(savedQuerySample());
    requestTo('DELETE', QUERY).flush(null);
    await settle();
    const [toast] = TestBed.inject(Toasts).messages();
    expect(toast?.title).toBe('Deleted Orders this month');
    toast?.action?.run();
    requestTo('POST', `${QUERY}/restore`).flush(savedQuerySample());
    await settle();
    expect(answerAll('GET', '/api/studio/queries', { items: [], next_cursor: null })).toBeGreaterThan(0);
  });
});
