import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { By } from '@angular/platform-browser';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StudioTab } from '../studio-tab';
import { DragSort } from './drag-sort';
import { TabStrip } from './tab-strip';

const tab = (id: string, change: Partial<StudioTab> = {}): StudioTab => ({
  id,
  title: id,
  number: 1,
  sql: '',
  connectionId: 'shop',
  cursor: 0,
  isDirty: false,
  editorShare: 40,
  lastRun: null,
  ...change,
});

describe('TabStrip', () => {
  let fixture: ComponentFixture<TabStrip>;
  let emitted: string[];

  beforeEach(async () => {
    fixture = TestBed.createComponent(TabStrip);
    fixture.componentRef.setInput('tabs', [tab('a'), tab('b', { isDirty: true }), tab('c')]);
    fixture.componentRef.setInput('activeId', 'b');
    fixture.componentRef.setInput('busyIds', new Set(['c']));
    emitted = [];
    fixture.componentInstance.activated.subscribe((id) => emitted.push(`activate ${id}`));
    fixture.componentInstance.closed.subscribe((id) => emitted.push(`close ${id}`));
    fixture.componentInstance.opened.subscribe(() => emitted.push('open'));
    fixture.componentInstance.moved.subscribe(({ id, index }) => emitted.push(`move ${id} to ${index}`));
    fixture.componentInstance.closedMany.subscribe((ids) => emitted.push(`close ${ids.join(' ')}`));
    fixture.componentInstance.renameAsked.subscribe((id) => emitted.push(`rename ${id}`));
    fixture.componentInstance.reopened.subscribe(() => emitted.push('reopen'));
    await fixture.whenStable();
  });

  function element(selector: string): HTMLElement {
    const found = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>(selector);
    if (!found) throw new Error(`Nothing at ${selector}`);
    return found;
  }

  it('has one Tab stop, on the tab in front', () => {
    const tabs = [...(fixture.nativeElement as HTMLElement).querySelectorAll<HTMLElement>('[role="tab"]')];
    expect(tabs.map((one) => one.tabIndex)).toEqual([-1, 0, -1]);
  });

  it('says in words which tab is changed and which is running', () => {
    expect(element('#tab-b').textContent).toContain('changed since last run');
    expect(element('#tab-c').textContent).toContain('running');
    expect(element('#tab-a').textContent.trim()).toBe('a');
  });

  it('marks the tabs with an open transaction', async () => {
    fixture.componentRef.setInput('transactionIds', new Set(['a']));
    await fixture.whenStable();
    expect(element('#tab-a').textContent).toContain('transaction open');
    expect(element('#tab-a').title).toContain('Transaction open');
    expect(element('#tab-b').querySelector('.transaction')).toBeNull();
  });

  it.each([
    ['ArrowRight', 'activate c'],
    ['ArrowLeft', 'activate a'],
    ['Home', 'activate a'],
    ['End', 'activate c'],
    ['Delete', 'close b'],
  ])('%s does %s', (key, does) => {
    element('#tab-b').dispatchEvent(new KeyboardEvent('keydown', { key }));
    expect(emitted).toEqual([does]);
  });

  it('goes round at its ends', () => {
    element('#tab-c').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    expect(emitted).toEqual(['activate a']);
  });

  it('activates on a click, closes on the cross and on a middle click, opens on the plus', () => {
    element('#tab-a').click();
    element('#tab-a .close').click();
    element('#tab-a').dispatchEvent(new MouseEvent('auxclick', { button: 1 }));
    element('[aria-label="New tab"]').click();
    expect(emitted).toEqual(['activate a', 'close a', 'close a', 'open']);
  });

  it('shows when a tab ran last and how many rows it returned', async () => {
    const lastRun = { runId: 'r', sqlOffset: 0, startedAt: new Date().toISOString(), rowCount: 1234, mark: '' };
    fixture.componentRef.setInput('tabs', [
      tab('a', { lastRun }),
      tab('b', { lastRun: { ...lastRun, rowCount: null } }),
    ]);
    await fixture.whenStable();
    expect(element('#tab-a .meta').textContent).toMatch(/^\d\d:\d\d · 1,234 rows$/);
    expect(element('#tab-b .meta').textContent).toMatch(/^\d\d:\d\d$/);
  });

  it.each([
    [{ key: 'ArrowRight', altKey: true, shiftKey: true }, 'move b to 2'],
    [{ key: 'ArrowLeft', altKey: true, shiftKey: true }, 'move b to 0'],
    [{ key: 'F2' }, 'rename b'],
  ])('%j does %s', (key, does) => {
    element('#tab-b').dispatchEvent(new KeyboardEvent('keydown', key));
    expect(emitted).toEqual([does]);
  });

  it('puts a dragged tab where it was dropped, and names one on a double click', () => {
    const list = fixture.debugElement.query(By.directive(DragSort));
    list.triggerEventHandler('dragSorted', { id: 'c', index: 0 });
    element('#tab-a').dispatchEvent(new MouseEvent('dblclick'));
    expect(emitted).toEqual(['move c to 0', 'rename a']);
  });

  it('closes others and those at the right, and reopens, by its menu', async () => {
    fixture.componentRef.setInput('canReopen', true);
    for (const name of ['Close others', 'Close tabs to the right', 'Reopen closed tab']) {
      element('#tab-b').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
      await fixture.whenStable();
      const items = [...document.querySelectorAll<HTMLElement>('.dw-menu [cdkmenuitem]')];
      items.find((item) => item.textContent.includes(name))?.click();
    }
    expect(emitted).toEqual(['close a c', 'close c', 'reopen']);
  });
});
