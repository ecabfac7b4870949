import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StudioTab } from '../../data/studio-tab';
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
  let told: string[];

  beforeEach(async () => {
    fixture = TestBed.createComponent(TabStrip);
    fixture.componentRef.setInput('tabs', [tab('a'), tab('b', { isDirty: true }), tab('c')]);
    fixture.componentRef.setInput('activeId', 'b');
    fixture.componentRef.setInput('busyIds', new Set(['c']));
    told = [];
    fixture.componentInstance.activated.subscribe((id) => told.push(`activate ${id}`));
    fixture.componentInstance.closed.subscribe((id) => told.push(`close ${id}`));
    fixture.componentInstance.opened.subscribe(() => told.push('open'));
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

  it.each([
    ['ArrowRight', 'activate c'],
    ['ArrowLeft', 'activate a'],
    ['Home', 'activate a'],
    ['End', 'activate c'],
    ['Delete', 'close b'],
  ])('%s does %s', (key, does) => {
    element('#tab-b').dispatchEvent(new KeyboardEvent('keydown', { key }));
    expect(told).toEqual([does]);
  });

  it('goes round at its ends', () => {
    element('#tab-c').dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
    expect(told).toEqual(['activate a']);
  });

  it('activates on a click, closes on the cross and on a middle click, opens on the plus', () => {
    element('#tab-a').click();
    element('#tab-a .close').click();
    element('#tab-a').dispatchEvent(new MouseEvent('auxclick', { button: 1 }));
    element('[aria-label="New tab"]').click();
    expect(told).toEqual(['activate a', 'close a', 'close a', 'open']);
  });
});
