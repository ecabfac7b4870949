import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TableDetails } from '#libs/api';
import { ColumnsTable } from './columns-table';

const table = (count: number): TableDetails =>
  ({
    columns: Array.from({ length: count }, (_, index) => ({
      ...{ name: `sensor_${index + 1}`, type: index === 7 ? 'jsonb' : 'integer', nullable: true, comment: null },
    })),
    primary_key: { columns: ['sensor_1'] },
    foreign_keys: [],
  }) as unknown as TableDetails;

describe('ColumnsTable', () => {
  let fixture: ComponentFixture<ColumnsTable>;

  beforeEach(() => {
    fixture = TestBed.createComponent(ColumnsTable);
  });

  const host = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const rows = (): number => host().querySelectorAll('tr').length;
  const field = (): HTMLInputElement | null => host().querySelector('input');

  async function show(count: number): Promise<void> {
    fixture.componentRef.setInput('table', table(count));
    await fixture.whenStable();
  }

  async function type(text: string): Promise<void> {
    const input = field();
    if (!input) throw new Error('no field');
    input.value = text;
    input.dispatchEvent(new Event('input'));
    await fixture.whenStable();
  }

  it('shows a few columns whole, without a field', async () => {
    await show(20);
    expect([rows(), field(), host().querySelector('button')]).toEqual([20, null, null]);
  });

  it('draws the first of many columns in a part that scrolls, and all of them when asked', async () => {
    await show(1600);
    expect([rows(), host().querySelector('.bounded[tabindex="0"]') === null]).toEqual([50, false]);
    const more = host().querySelector('button');
    expect(more?.textContent).toBe('Show all 1,600 columns');
    more?.click();
    await fixture.whenStable();
    expect([rows(), host().querySelector('button')]).toEqual([1600, null]);
    await show(1601);
    expect(rows()).toBe(50);
  });

  it('finds columns by name and type', async () => {
    await show(1600);
    await type('sensor_160');
    expect([rows(), host().querySelector('[role=status]')?.textContent]).toEqual([2, '2 of 1,600 columns']);
    await type('jsonb');
    expect(host().querySelector('.name')?.textContent.trim()).toBe('sensor_8');
    await type('nothing');
    expect([rows(), host().querySelector('[role=status]')?.textContent]).toEqual([0, 'No columns match']);
  });
});
