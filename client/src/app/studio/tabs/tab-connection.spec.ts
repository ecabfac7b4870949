import { Component, inject } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { Router } from '@angular/router';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { duckdbSample, listOf, postgresSample } from '../../../testing/connection-samples';
import { answerAll, providePage, settle } from '../../../testing/page-set-up';
import { ConnectionsStore } from '../../shared/connections/connections.store';
import { ActiveConnection } from './active-connection';
import { TabConnection } from './tab-connection';
import { TabsStore } from './tabs.store';

@Component({ template: '', providers: [TabConnection] })
class Page {
  readonly tabConnection = inject(TabConnection);
}

describe('the connection of a tab', () => {
  beforeEach(async () => {
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
    await TestBed.inject(Router).navigateByUrl('/studio?connection=shop');
    TestBed.createComponent(Page);
    await settle();
    answerAll('GET', '/api/connections', listOf([postgresSample(), duckdbSample()]));
    await turns();
  });

  const tabs = () => TestBed.inject(TabsStore);
  const connections = () => TestBed.inject(ConnectionsStore);
  const place = () => [tabs().active()?.connectionId, connections().browsed()?.id];

  async function turns(): Promise<void> {
    for (let turn = 0; turn < 6; turn++) await settle();
  }

  it.each([
    ['a text', 'SELECT 1'],
    ['nothing yet', ''],
  ])('stays when another connection is browsed, with %s in the tab', async (_, sql) => {
    tabs().setText(tabs().activeId() ?? '', sql);
    connections().browse('lake');
    await turns();
    expect(place()).toEqual(['shop', 'lake']);
    expect(TestBed.inject(Router).url).toContain('connection=shop');
  });

  it('is what the sidebar shows again when another tab comes to the front', async () => {
    const first = tabs().activeId() ?? '';
    connections().browse('lake');
    tabs().open({ connectionId: 'shop' });
    await turns();
    expect(place()).toEqual(['shop', 'shop']);
    connections().browse('lake');
    tabs().activate(first);
    await turns();
    expect(place()).toEqual(['shop', 'shop']);
  });

  it('is for a new tab the one that is highlighted in the sidebar', async () => {
    const open = () => tabs().open({ connectionId: TestBed.inject(ActiveConnection).forNewTab() });
    connections().browse('lake');
    open();
    await turns();
    expect([place(), tabs().tabs().length]).toEqual([['lake', 'lake'], 2]);
    // Right after the chip the address is still behind.
    tabs().setConnection(tabs().activeId() ?? '', 'shop');
    open();
    await turns();
    expect(place()).toEqual(['shop', 'shop']);
    connections().browse('shop');
    open();
    await turns();
    expect(place()).toEqual(['shop', 'shop']);
  });

  it('keeps what is browsed while the text is edited', async () => {
    connections().browse('lake');
    tabs().setText(tabs().activeId() ?? '', 'SELECT 2');
    await turns();
    expect(connections().browsed()?.id).toBe('lake');
  });

  it('changes by the chip, in the sidebar and in the address', async () => {
    tabs().setConnection(tabs().activeId() ?? '', 'lake');
    await turns();
    expect(place()).toEqual(['lake', 'lake']);
    expect(TestBed.inject(Router).url).toContain('connection=lake');
  });

  it('is never changed by an address: a tab of its connection comes to the front', async () => {
    const first = tabs().activeId();
    tabs().setText(first ?? '', 'SELECT 1');
    await TestBed.inject(Router).navigateByUrl('/studio?connection=lake');
    await turns();
    expect(place()).toEqual(['lake', 'lake']);
    expect(
      tabs()
        .tabs()
        .find(({ id }) => id === first)?.connectionId,
    ).toBe('shop');
  });
});
