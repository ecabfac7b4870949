import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TabItem } from './tab-item';
import { TabPicker } from './tab-picker';

const item = (number: number, change: Partial<TabItem> = {}): TabItem => ({
  ...{ id: `t${number}`, title: `Query ${number}`, isDirty: false, isActive: number === 2, isBusy: false },
  ...{ isInTransaction: false, colour: null, lastRun: '', tooltip: '' },
  ...change,
});
const items = (count: number): TabItem[] => Array.from({ length: count }, (_, index) => item(index + 1));

describe('TabPicker', () => {
  let fixture: ComponentFixture<TabPicker>;
  let picked: string[];

  beforeEach(() => {
    // jsdom does not scroll.
    Object.assign(Element.prototype, { scrollIntoView: () => undefined });
    fixture = TestBed.createComponent(TabPicker);
    picked = [];
    fixture.componentInstance.picked.subscribe((id) => picked.push(id));
  });

  async function show(shown: readonly TabItem[]): Promise<void> {
    fixture.componentRef.setInput('items', shown);
    await fixture.whenStable();
  }

  const host = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const titles = (): string[] => [...host().querySelectorAll('.dw-clip')].map((one) => one.textContent);
  const chosen = (): string | undefined => host().querySelector('.on .dw-clip')?.textContent;

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) host().dispatchEvent(new KeyboardEvent('keydown', { key }));
    await fixture.whenStable();
  }

  it('begins at the tab in front, moves by arrows and picks by Enter', async () => {
    await show(items(3));
    expect([host().querySelector('input'), chosen()]).toEqual([null, 'Query 2']);
    await press('ArrowDown', 'ArrowDown');
    expect(chosen()).toBe('Query 1');
    await press('End', 'Enter');
    expect(picked).toEqual(['t3']);
  });

  it('narrows more than ten tabs by what is typed', async () => {
    await show(items(12));
    const field = host().querySelector('input');
    if (!field) throw new Error('no field');
    field.value = 'query 1';
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    expect([titles(), chosen()]).toEqual([['Query 1', 'Query 10', 'Query 11', 'Query 12'], 'Query 1']);
    field.value = 'nothing';
    field.dispatchEvent(new Event('input'));
    await press('Enter');
    expect([host().querySelector('.empty')?.textContent.trim(), picked]).toEqual(['No tab matches', []]);
  });

  it('marks a tab as the strip does, also in words', async () => {
    await show([item(1, { isDirty: true, isInTransaction: true, colour: 'red', lastRun: '09:41 · 2 rows' })]);
    const option = host().querySelector('[role=option]');
    expect(option?.getAttribute('data-conn')).toBe('red');
    expect(option?.textContent).toContain('transaction open');
    expect(option?.textContent).toContain('changed since last run');
    expect(option?.textContent).toContain('09:41 · 2 rows');
  });
});
