import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { provideRouter, Router } from '@angular/router';
import { RouterTestingHarness } from '@angular/router/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RunRequest } from '#libs/api';
import { listOf, postgresSample } from '../../../testing/connection-samples';
import { FakeEventSource } from '../../../testing/fake-event-source';
import { answerAll, settle } from '../../../testing/page-set-up';
import { runSample } from '../../../testing/run-samples';
import { EVENT_SOURCE_FACTORY } from '../../shared/http/event-source-factory';
import { Dialogs } from '../../shared/ui/dialog/dialogs';
import { Toasts } from '../../shared/ui/toast/toasts';
import { DeepLink } from './deep-link';
import { ResultModesStore } from './result-modes.store';
import { TabConnection } from './tab-connection';
import { TabsStore } from './tabs.store';

@Component({ template: '', providers: [DeepLink, TabConnection] })
class Page {
  readonly link = inject(DeepLink);
  readonly tabConnection = inject(TabConnection);
}

describe('DeepLink', () => {
  const openDialog = jest.fn<() => Promise<boolean | undefined>>();

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

  it('opens the text in a new tab, runs it read-only, shows the map and cleans the address', async () => {
    tabs().setText(tabs().activeId() ?? '', 'SELECT 0');
    const sent = await open('connection=shop&sql=SELECT%201&map=1&title=Stores');
    expect(sent).toEqual([{ connection_id: 'shop', sql: 'SELECT 1', first_page: true, read_only: true }]);
    expect(tabs().tabs()).toHaveLength(2);
    expect(tabs().active()).toMatchObject({ title: 'Stores', sql: 'SELECT 1', connectionId: 'shop' });
    expect(TestBed.inject(ResultModesStore).of(tabs().activeId() ?? '')).toBe('map');
    expect(address()).toBe('/studio?connection=shop');
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
    expect(await open('connection=shop&sql=DELETE%20FROM%20orders&run=0')).toEqual([]);
    expect(openDialog).not.toHaveBeenCalled();
    expect(tabs().active()?.sql).toBe('DELETE FROM orders');
  });

  it('asks before it runs what may write, and runs nothing on a no', async () => {
    openDialog.mockResolvedValue(undefined);
    expect(await open('connection=shop&sql=SELECT%201%3B%20DELETE%20FROM%20orders')).toEqual([]);
    expect([openDialog.mock.calls.length, tabs().active()?.sql]).toEqual([1, 'SELECT 1; DELETE FROM orders']);
  });

  it('runs what may write in the session of the tab once that was said to be meant', async () => {
    openDialog.mockResolvedValue(true);
    const [sent] = await open('connection=shop&sql=DELETE%20FROM%20orders');
    expect(sent).toMatchObject({ sql: 'DELETE FROM orders', session_id: tabs().activeId() });
    expect(sent).not.toHaveProperty('read_only');
  });

  it('says that a connection is not there, and runs the text on no other one', async () => {
    expect(await open('connection=nope&sql=SELECT%201')).toEqual([]);
    expect(said()).toEqual(['There is no connection “nope”']);
    expect(tabs().active()).toMatchObject({ sql: 'SELECT 1', connectionId: null });
    expect(address()).toBe('/studio?connection=nope');
  });

  it('runs nothing when no connection is named', async () => {
    expect(await open('sql=SELECT%201')).toEqual([]);
    expect(said()).toEqual(['The link names no connection']);
  });

  it('leaves an address without a text as it is', async () => {
    const before = tabs().tabs().length;
    expect(await open('connection=shop&map=1')).toEqual([]);
    expect([tabs().tabs().length, address()]).toEqual([before, '/studio?connection=shop&map=1']);
  });
});
