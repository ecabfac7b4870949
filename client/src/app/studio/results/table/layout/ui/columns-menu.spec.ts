import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ColumnsMenu } from './columns-menu';

describe('ColumnsMenu', () => {
  let fixture: ComponentFixture<ColumnsMenu>;

  beforeEach(() => {
    fixture = TestBed.createComponent(ColumnsMenu);
  });

  const host = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const names = (): string[] => [...host().querySelectorAll('.dw-mono')].map(({ textContent }) => textContent);

  async function show(count: number): Promise<HTMLInputElement | null> {
    const columns = Array.from({ length: count }, (_, index) => ({ index, name: `c_${index + 1}`, isShown: true }));
    fixture.componentRef.setInput('columns', columns);
    await fixture.whenStable();
    return host().querySelector('input');
  }

  it('has a field for more than a dozen columns only', async () => {
    expect(await show(12)).toBeNull();
    expect(await show(13)).not.toBeNull();
  });

  it('finds columns, and hides one of those found', async () => {
    const shown: unknown[] = [];
    fixture.componentInstance.shown.subscribe((change) => shown.push(change));
    const field = await show(30);
    if (!field) throw new Error('no field');
    field.value = 'c_3';
    field.dispatchEvent(new Event('input'));
    await fixture.whenStable();
    expect(names()).toEqual(['c_3', 'c_30']);
    host().querySelectorAll<HTMLElement>('[role=menuitemcheckbox]')[1]?.click();
    expect(shown).toEqual([{ index: 29, isShown: false }]);
  });

  it('keeps letters in the field, and goes to the columns found by arrows', async () => {
    document.body.append(host());
    const field = await show(30);
    const seen: string[] = [];
    host().addEventListener('keydown', ({ key }) => seen.push(key));
    const press = (key: string) => field?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    for (const key of ['c', 'Home', 'ArrowDown', 'Escape']) press(key);
    expect([seen, document.activeElement?.textContent.trim()]).toEqual([['Escape'], 'c_1']);
    press('ArrowUp');
    expect(document.activeElement?.textContent.trim()).toBe('Reset columns');
  });
});
