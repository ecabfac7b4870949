import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunRequest } from '#libs/api';
import { readStudioLink } from '#libs/studio-link';
import { duckdbSample, listOf, postgresSample } from '../../../../testing/connection-samples';
import { FakeEventSource } from '../../../../testing/fake-event-source';
import { answerAll, settle } from '../../../../testing/page-set-up';
import { runSample } from '../../../../testing/run-samples';
import { savedQuerySample } from '../../../../testing/saved-query-samples';
import { EVENT_SOURCE_FACTORY } from '../../../shared/http/event-source-factory';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { LinkGrants } from '../../../shared/studio-link/link-grants';
import type { LinkAnswer } from './link-dialog';
import { DeepLink } from './deep-link';
import { MapColumns } from '../../results/map/map-columns';
import { ResultModesStore } from '../../results/result-modes.store';
import { TabConnection } from '../../tabs/tab-connection';
import { TabsStore } from '../../tabs/tabs.store';

@Component({ template: '', providers: [DeepLink, TabConnection] })
class Page {
  readonly link = inject(DeepLink);
  readonly tabConnection = inject(TabConnection);
}

describe('DeepLink', () => {
  const openDialog = jest.fn<() => Promise<LinkAnswer | undefined>>();

  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    openDialog.mockReset();
    TestBed.resetTestingModule();
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideRouter([{ path: 'studio', component: Page }]),
        { provide: EVENT_SOURCE_FACTORY, useValue: FakeEventSource.open },
        { provide: Dialogs, useValue: { open: openDialog } },
      ],
    });
  });

  /** Opens an address of the studio; answers with what was sent to be run. */
  async function open(query: string): Promise<RunRequest[]> {
    await RouterTestingHarness.create(`/studio?${query}`);
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample()]));
    for (let turn = 0; turn < 8; turn++) await settle();
    return TestBed.inject(HttpTestingController)
      .match({ method: 'POST', url: '/api/studio/runs' })
      .map((request) => {
        request.flush(runSample());
        return request.request.body as RunRequest;
      });
  }

  const tabs = () => TestBed.inject(TabsStore);
  const address = (): string => TestBed.inject(Router).url;
  const said = (): string[] =>
    TestBed.inject(Toasts)
      .messages()
      .map(({ title }) => title);

  /** Follows a link of the workbench's own. */
  async function follow(query: string): Promise<RunRequest[]> {
    const link = readStudioLink(new URLSearchParams(query));
    if (link !== null) TestBed.inject(LinkGrants).issue(link, 'this tab');
    return open(query);
  }

  it('opens the text of an own link in a new tab, runs it read-only, shows the map and cleans the address', async () => {
    tabs().setText(tabs().activeId() ?? '', 'SELECT 0');
    const sent = await follow('connection=shop&sql=SELECT%201&map=1&title=Stores');
    expect(sent).toMatchObject([{ connection_id: 'shop', sql: 'SELECT 1', first_page: true, read_only: true }]);
    expect(openDialog).not.toHaveBeenCalled();
    expect(tabs().tabs()).toHaveLength(2);
    expect(tabs().active()).toMatchObject({ title: 'Stores', sql: 'SELECT 1', connectionId: 'shop' });
    expect(TestBed.inject(ResultModesStore).of(tabs().activeId() ?? '')).toBe('map');
    expect(address()).toBe('/studio?connection=shop');
  });

  it('draws the column of the map that the link names, and no other', async () => {
    await follow('connection=shop&sql=SELECT%201&map=1&map_column=The+area');
    const { byTab } = TestBed.inject(MapColumns);
    expect([...byTab]).toEqual([[tabs().activeId(), 'The area']]);
    expect(address()).toBe('/studio?connection=shop');
  });

  it.each([
    ['query=q1', 'a saved query'],
    ['sql=SELECT%201', 'a text'],
    ['query=q1&run=0', 'a saved query that is not to run'],
  ])('is opened once where the address gets the connection of the tab in front: %s, %s', async (query) => {
    const id = tabs().activeId() ?? '';
    tabs().setText(id, 'SELECT 0');
    tabs().setConnection(id, 'lake');
    openDialog.mockResolvedValue('open');
    await RouterTestingHarness.create(`/studio?${query}`);
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample(), duckdbSample()]));
    let count = 0;
    for (let turn = 0; turn < 20; turn++) {
      await settle();
      // The answer comes after the address has changed.
      if (turn > 8) count += answerAll('GET', '/api/studio/queries/q1', savedQuerySample());
    }
    expect([tabs().tabs().length, count]).toEqual([2, query.startsWith('query') ? 1 : 0]);
    expect(openDialog.mock.calls.length).toBeLessThan(2);
    expect(address()).toMatch(/^\/studio(\?connection=\w+)?$/);
  });

  it('takes the place of a blank tab', async () => {
    await open('connection=shop&sql=SELECT%201&run=0');
    expect(
      tabs()
        .tabs()
        .map(({ sql }) => sql),
    ).toEqual(['SELECT 1']);
  });

  it('opens without running when the address says so', async () => {
    expect(await follow('connection=shop&sql=DELETE%20FROM%20orders&run=0')).toEqual([]);
    expect(openDialog).not.toHaveBeenCalled();
    expect(tabs().active()?.sql).toBe('DELETE FROM orders');
  });

  it.each(['SELECT 1', 'SELECT 1; DELETE FROM orders', 'SHOW x', "SELECT lo_export(1, '/x')"])(
    'asks before it runs %s from outside, and does nothing when the question is dismissed',
    async (sql) => {
      openDialog.mockResolvedValue(undefined);
      const query = new URLSearchParams({ connection: 'shop', sql, map: '1', title: 'Stores' });
      expect(await open(query.toString())).toEqual([]);
      expect(openDialog).toHaveBeenCalledTimes(1);
      expect(tabs().active()?.sql).toBe('');
      expect(address()).toBe('/studio?connection=shop');
    },
  );

  it('opens the text without running it on request', async () => {
    openDialog.mockResolvedValue('open');
    expect(await open('connection=shop&sql=SELECT%201&title=Stores')).toEqual([]);
    expect(tabs().active()).toMatchObject({ title: 'Stores', sql: 'SELECT 1', connectionId: 'shop' });
  });

  it('runs what only reads in a read-only session once a person said so', async () => {
    openDialog.mockResolvedValue('run');
    const sent = await open('connection=shop&sql=SELECT%201');
    expect(sent).toMatchObject([{ connection_id: 'shop', sql: 'SELECT 1', first_page: true, read_only: true }]);
  });

  it('runs what may write in the session of the tab once a person said so', async () => {
    openDialog.mockResolvedValue('run');
    const [sent] = await open('connection=shop&sql=DELETE%20FROM%20orders');
    expect(sent).toMatchObject({ sql: 'DELETE FROM orders', session_id: tabs().activeId() });
    expect(sent).not.toHaveProperty('read_only');
  });

  it('asks before an own link runs what may write', async () => {
    openDialog.mockResolvedValue(undefined);
    expect(await follow('connection=shop&sql=DELETE%20FROM%20orders')).toEqual([]);
    expect(openDialog).toHaveBeenCalledTimes(1);
  });

  it('asks when the same link comes a second time, and when the text is another one', async () => {
    openDialog.mockResolvedValue(undefined);
    expect(await follow('connection=shop&sql=SELECT%201')).toHaveLength(1);
    await TestBed.inject(Router).navigateByUrl('/studio?connection=shop&sql=SELECT%201');
    for (let turn = 0; turn < 8; turn++) await settle();
    expect(openDialog).toHaveBeenCalledTimes(1);
    const link = readStudioLink(new URLSearchParams('connection=shop&sql=SELECT%201'));
    if (link !== null) TestBed.inject(LinkGrants).issue(link, 'this tab');
    await TestBed.inject(Router).navigateByUrl('/studio?connection=shop&sql=SELECT%202');
    for (let turn = 0; turn < 8; turn++) await settle();
    expect(openDialog).toHaveBeenCalledTimes(2);
    TestBed.inject(HttpTestingController).expectNone({ method: 'POST', url: '/api/studio/runs' });
  });

  it('says that a connection is not there, and runs the text on no other one', async () => {
    expect(await open('connection=nope&sql=SELECT%201')).toEqual([]);
    expect(said()).toEqual(['There is no connection “nope”']);
    expect(tabs().active()).toMatchObject({ sql: 'SELECT 1', connectionId: null });
    expect(address()).toBe('/studio?connection=nope');
  });

  it('runs nothing when no connection is named', async () => {
    expect(await open('sql=SELECT%201')).toEqual([]);
    expect(said()).toEqual(['The link has no connection']);
  });

  it('leaves an address without a text as it is', async () => {
    const before = tabs().tabs().length;
    expect(await open('connection=shop&map=1')).toEqual([]);
    expect([tabs().tabs().length, address()]).toEqual([before, '/studio?connection=shop&map=1']);
  });
});
