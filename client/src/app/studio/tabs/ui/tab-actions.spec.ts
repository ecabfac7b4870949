import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stageInserts } from '#libs/changes';
import { providePage } from '../../../../testing/page-set-up';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { TabEdits } from '../../edits/tab-edits';
import { TabsStore } from '../tabs.store';
import { TabActions } from './tab-actions';

const ORDERS = { schema: 'public', table: 'orders' };

describe('TabActions', () => {
  let tabs: TabsStore;
  let edits: TabEdits;
  let actions: TabActions;

  beforeEach(() => {
    sessionStorage.clear();
    TestBed.configureTestingModule({ providers: providePage() });
    tabs = TestBed.inject(TabsStore);
    edits = TestBed.inject(TabEdits);
    actions = TestBed.inject(TabActions);
  });
  afterEach(() => void TestBed.resetTestingModule());

  function openWithEdits(): string {
    const id = tabs.open({ connectionId: 'shop' });
    edits.update(id, 'shop', (staging) => stageInserts(staging, ORDERS, [{ note: 'new' }]));
    return id;
  }

  it('gives staged edits back with a tab that had no text', () => {
    const id = openWithEdits();
    actions.close(id);
    expect(tabs.find(id)).toBeUndefined();
    TestBed.inject(Toasts).messages()[0]?.action?.run();
    expect([tabs.activeId(), edits.counts().changes]).toEqual([id, 1]);
  });

  it('closes a tab with nothing in it without a word', () => {
    actions.close(tabs.open());
    expect([TestBed.inject(Toasts).messages(), actions.closedTabs()]).toEqual([[], []]);
  });
});
