import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { TabsStore } from './tabs.store';

/** A page of its own, as after a reload; another window has a session of its own. */
function openPage({ isOtherWindow = false } = {}): TabsStore {
  TestBed.resetTestingModule();
  if (isOtherWindow) sessionStorage.clear();
  return TestBed.inject(TabsStore);
}

function texts(store: TabsStore): string[] {
  return store.tabs().map((tab) => tab.sql);
}

describe('TabsStore', () => {
  beforeEach(() => {
    TestBed.resetTestingModule();
    localStorage.clear();
    sessionStorage.clear();
  });

  it('is never without a tab', () => {
    const store = openPage();
    expect(store.tabs()).toHaveLength(1);
    store.close(store.activeId() ?? '');
    expect(store.tabs()).toHaveLength(1);
    expect(store.active()?.sql).toBe('');
  });

  it('brings every text, place and connection back after a reload', () => {
    const store = openPage();
    store.setText(store.activeId() ?? '', 'SELECT 1');
    const second = store.open({ sql: 'SELECT 2', connectionId: 'shop', title: 'two' });
    store.setCursor(second, 4);
    store.setEditorShare(second, 60);
    const before = store.tabs();
    store.flush();
    const after = openPage();
    expect(after.tabs()).toEqual(before);
    expect(after.activeId()).toBe(second);
  });

  it('changes no tab whose link to a file stays as it is', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    const link = { fileId: 'f1', name: 'monthly.sql', etag: 'one', mark: 'm' };
    store.linkFile(id, link);
    const before = store.tabs();
    store.linkFile(id, { ...link });
    expect(store.tabs()).toBe(before);
    store.linkFile(id, { ...link, etag: 'two' });
    expect(store.active()?.file?.etag).toBe('two');
    store.linkFile(id, null);
    expect(store.active()?.file).toBeNull();
  });

  it('keeps what was typed when the page goes away before the pause is over', () => {
    const store = openPage();
    store.setText(store.activeId() ?? '', 'SELECT now()');
    window.dispatchEvent(new Event('pagehide'));
    expect(texts(openPage())).toEqual(['SELECT now()']);
  });

  it('marks a tab that differs from its last run, and takes the mark away when it does not', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    const isDirty = (): boolean | undefined => store.active()?.isDirty;
    expect(isDirty()).toBe(false);
    store.setText(id, 'SELECT 1');
    expect(isDirty()).toBe(true);
    store.markRun(id, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    expect(isDirty()).toBe(false);
    store.setText(id, 'SELECT 12');
    expect(isDirty()).toBe(true);
    store.setText(id, 'SELECT 1');
    expect(isDirty()).toBe(false);
  });

  it('knows after a reload whether a tab that was changed since its run is as it ran', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.setText(id, 'SELECT 1');
    store.markRun(id, { runId: 'r1', sqlOffset: 0, startedAt: '', rowCount: null });
    store.setText(id, 'SELECT 12');
    store.flush();
    const again = openPage();
    expect(again.active()?.isDirty).toBe(true);
    again.setText(id, 'SELECT 1');
    expect(again.active()?.isDirty).toBe(false);
  });

  it('shows the neighbour of a closed tab and forgets its text', () => {
    const store = openPage();
    store.setText(store.activeId() ?? '', 'a');
    const second = store.open({ sql: 'b' });
    const third = store.open({ sql: 'c' });
    store.activate(second);
    store.close(second);
    expect(store.activeId()).toBe(third);
    store.flush();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(second);
  });

  it('puts a closed tab back in its place', () => {
    const store = openPage();
    store.setText(store.activeId() ?? '', 'a');
    store.open({ sql: 'b' });
    const [first] = store.tabs();
    if (!first) throw new Error('No tab');
    store.close(first.id);
    store.reopen(first, 0);
    expect(texts(store)).toEqual(['a', 'b']);
    store.flush();
    expect(texts(openPage())).toEqual(['a', 'b']);
  });

  it('opens a new tab on the connection of the one in front', () => {
    const store = openPage();
    store.setConnection(store.activeId() ?? '', 'shop');
    store.open();
    expect(store.active()?.connectionId).toBe('shop');
  });

  it('leaves the tabs of another window in the list of all', () => {
    const first = openPage();
    first.setText(first.activeId() ?? '', 'in both');
    first.flush();
    const other = openPage({ isOtherWindow: true });
    other.open({ sql: 'only there' });
    other.flush();
    sessionStorage.setItem('dw.studio.tabs', JSON.stringify({ order: [first.tabs()[0]?.id], activeId: null }));
    const again = openPage();
    again.open({ sql: 'only here' });
    again.flush();
    expect(texts(openPage({ isOtherWindow: true }))).toEqual(['in both', 'only here', 'only there']);
  });

  it('keeps what was typed a moment ago when the page is left', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.typedIn(() => store.setText(id, 'typed'));
    window.dispatchEvent(new Event('pagehide'));
    expect(texts(openPage())).toEqual(['typed']);
  });

  it('keeps what was typed a moment ago when another window has typed into the same tab', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.typedIn(() => store.setText(id, 'mine'));
    const newValue = JSON.stringify({ ...store.active(), sql: 'theirs' });
    window.dispatchEvent(
      new StorageEvent('storage', { key: `dw.studio.tab.${id}`, newValue, storageArea: localStorage }),
    );
    expect(store.active()?.sql).toBe('mine');
    expect(texts(store)).toEqual(['mine', 'theirs']);
  });

  it('opens no tab for a text of another window that it has seen', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.setText(id, 'old');
    store.flush();
    const old = { ...store.active() };
    store.setText(id, 'mine');
    for (const [cursor, sql] of [
      [1, 'old'],
      [1, 'theirs'],
      [2, 'theirs'],
    ] as const) {
      const newValue = JSON.stringify({ ...old, sql, cursor });
      window.dispatchEvent(
        new StorageEvent('storage', { key: `dw.studio.tab.${id}`, newValue, storageArea: localStorage }),
      );
    }
    expect(texts(store)).toEqual(['mine', 'theirs']);
  });

  it('takes the text of another window where only the cursor or a run waits to be kept here', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.setText(id, 'old');
    store.flush();
    const old = { ...store.active() };
    for (const sql of ['theirs', 'theirs, too']) {
      store.setCursor(id, 2);
      const newValue = JSON.stringify({ ...old, sql });
      window.dispatchEvent(
        new StorageEvent('storage', { key: `dw.studio.tab.${id}`, newValue, storageArea: localStorage }),
      );
      expect([texts(store), store.active()?.cursor]).toEqual([[sql], 2]);
    }
    store.flush();
    expect(JSON.parse(localStorage.getItem(`dw.studio.tab.${id}`) ?? '{}')).toMatchObject({ sql: 'theirs, too' });
  });

  it('takes over what another window has typed into the same tab', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.setText(id, 'old');
    store.flush();
    const newValue = JSON.stringify({ ...store.active(), sql: 'new' });
    window.dispatchEvent(
      new StorageEvent('storage', { key: `dw.studio.tab.${id}`, newValue, storageArea: localStorage }),
    );
    expect(store.active()?.sql).toBe('new');
  });

  it('says when the browser has no room for a text', () => {
    const store = openPage();
    const id = store.activeId() ?? '';
    store.setText(id, 'x'.repeat(6_000_000));
    store.flush();
    expect(store.unkept().has(id)).toBe(true);
    store.setText(id, 'x');
    store.flush();
    expect(store.unkept().has(id)).toBe(false);
  });

  it('starts with a blank tab when what was kept is broken', () => {
    localStorage.setItem('dw.studio.tabs', '{"order":["a","b"],"activeId":"a"}');
    localStorage.setItem('dw.studio.tab.a', '{"id":');
    expect(texts(openPage())).toEqual(['']);
  });
});
