import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { stageInserts } from '#libs/changes';
import { words } from '../../../../testing/part';
import { providePage, settle } from '../../../../testing/page-set-up';
import { Toasts } from '../../../shared/ui/toast/toasts';
import { TabEdits } from '../../edits/tab-edits';
import { MAX_CLOSED } from '../closed-tabs';
import type { StudioTab } from '../studio-tab';
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

  const question = () => document.querySelector('dw-confirm-dialog');

  /** Answers the question about what is lost with a tab. */
  async function answer(action: string): Promise<void> {
    await settle();
    const buttons = [...document.querySelectorAll<HTMLElement>('dw-confirm-dialog button')];
    buttons.find((button) => words(button) === action)?.click();
    await settle();
  }

  async function discard(id: string): Promise<void> {
    actions.close(id);
    await answer('Discard and close');
  }

  it('asks before it closes tabs with staged edits, with their number', async () => {
    const ids = [openWithEdits(), openWithEdits()];
    actions.close(ids[0] ?? '');
    await settle();
    expect(words(question())).toContain('1 staged change not applied.');
    await answer('Cancel');
    void actions.closeAll(ids);
    await settle();
    expect(words(question())).toContain('2 staged changes not applied.');
    await answer('Cancel');
    expect(ids.map((id) => tabs.find(id)?.id)).toEqual(ids);
    void actions.closeAll(ids);
    await answer('Discard and close');
    expect(ids.map((id) => tabs.find(id))).toEqual([undefined, undefined]);
  });

  it('gives staged edits back with a tab that had no text', async () => {
    const id = openWithEdits();
    await discard(id);
    expect(tabs.find(id)).toBeUndefined();
    TestBed.inject(Toasts).messages()[0]?.action?.run();
    expect([tabs.activeId(), edits.counts().changes]).toEqual([id, 1]);
  });

  /** Closes so many tabs with a text that the ones closed before can no longer be opened again. */
  function closeOthers(): void {
    for (let count = 0; count < MAX_CLOSED; count += 1) actions.close(tabs.open({ sql: `SELECT ${count}` }));
    TestBed.tick();
  }

  async function closeWithEdits(): Promise<StudioTab> {
    const tab = tabs.find(openWithEdits());
    if (!tab) throw new Error('No tab');
    await discard(tab.id);
    TestBed.tick();
    return tab;
  }

  it('gives what can be undone back with a tab, as long as it can be opened again', async () => {
    const tab = await closeWithEdits();
    actions.reopenClosed();
    expect(edits.of(tab.id, 'shop').past).toHaveLength(1);
    await discard(tab.id);
    closeOthers();
    tabs.add([tab]);
    expect([edits.of(tab.id, 'shop').rows.size, edits.of(tab.id, 'shop').past]).toEqual([1, []]);
  });

  it('leaves out of a tab what was applied after it was closed, as long as it can be opened again', async () => {
    const tab = await closeWithEdits();
    const items = [{ kind: 'insert' as const, ...ORDERS, values: { note: 'new' } }];
    edits.settle(tab.id, items, 'c1');
    for (let count = 0; count < 2 * MAX_CLOSED; count += 1) edits.settle(`gone ${count}`, items, 'c1');
    actions.reopenClosed();
    TestBed.tick();
    expect(edits.of(tab.id, 'shop').rows.size).toBe(0);
  });

  it('forgets what was applied of the tabs that have been gone longest', async () => {
    const [first, second] = [await closeWithEdits(), await closeWithEdits()];
    closeOthers();
    const items = [{ kind: 'insert' as const, ...ORDERS, values: { note: 'new' } }];
    const others = Array.from({ length: MAX_CLOSED - 1 }, (_, index) => `gone ${index}`);
    for (const id of [first.id, second.id, ...others]) edits.settle(id, items, 'c1');
    tabs.add([first, second]);
    TestBed.tick();
    expect([first, second].map(({ id }) => edits.of(id, 'shop').rows.size)).toEqual([1, 0]);
  });

  it('closes a tab with nothing in it without a word', () => {
    actions.close(tabs.open());
    expect([TestBed.inject(Toasts).messages(), actions.closedTabs()]).toEqual([[], []]);
  });
});
