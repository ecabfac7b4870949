import { TestBed } from '@angular/core/testing';
import { beforeEach, expect, it } from '@jest/globals';
import { providePage } from '../../../testing/page-set-up';
import { TabsStore } from '../tabs/tabs.store';
import { CopilotStore } from './copilot.store';

let store: CopilotStore;
let tabs: TabsStore;
beforeEach(() => {
  TestBed.configureTestingModule({ providers: providePage() });
  store = TestBed.inject(CopilotStore);
  tabs = TestBed.inject(TabsStore);
});

it('keeps what is typed with its tab, also while the panel is closed, until the tab is closed', () => {
  const first = tabs.open({ sql: '', connectionId: 'shop' });
  store.type('orders of today');
  tabs.open({ sql: '', connectionId: 'shop' });
  expect(store.question()).toBe('');
  store.toggle(false);
  tabs.activate(first);
  expect(store.question()).toBe('orders of today');
  const closed = tabs.find(first);
  tabs.close(first);
  TestBed.tick();
  if (closed) tabs.reopen(closed, 0);
  expect(store.question()).toBe('');
});
