import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pageWindow } from '#libs/results';
import { columnSample } from '../../../../../testing/run-samples';
import { GridFoot } from './grid-foot';

describe('GridFoot', () => {
  let fixture: ComponentFixture<GridFoot>;
  let host: HTMLElement;
  let asked: number[];

  beforeEach(async () => {
    fixture = TestBed.createComponent(GridFoot);
    host = fixture.nativeElement as HTMLElement;
    asked = [];
    fixture.componentInstance.pageAsked.subscribe((offset) => asked.push(offset));
    await show(0, 48_219, true);
  });

  async function show(offset: number, rows: number, isComplete: boolean): Promise<void> {
    fixture.componentRef.setInput('cell', null);
    fixture.componentRef.setInput('column', null);
    fixture.componentRef.setInput('window', pageWindow(offset, 200, rows, isComplete));
    await fixture.whenStable();
  }

  function button(label: string): HTMLButtonElement {
    const found = host.querySelector<HTMLButtonElement>(`button[aria-label="${label}"]`);
    if (!found) throw new Error(`No button ${label}`);
    return found;
  }

  function typePage(text: string): HTMLInputElement {
    const field = host.querySelector<HTMLInputElement>('input');
    if (!field) throw new Error('No page field');
    field.value = text;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
    return field;
  }

  it('shows which rows of how many are on screen', async () => {
    expect(host.textContent).toContain('1–200 of 48,219');
    expect(host.textContent).toContain('of 242');
    await show(48_200, 48_219, true);
    expect(host.textContent).toContain('48,201–48,219 of 48,219');
    await show(0, 200, false);
    expect(host.textContent).toContain('1–200 of 200 so far');
  });

  it('goes to the first, previous, next and last page', async () => {
    await show(400, 48_219, true);
    for (const label of ['First page', 'Previous page', 'Next page', 'Last page']) button(label).click();
    expect(asked).toEqual([0, 200, 600, 48_200]);
  });

  it('refuses the ways that lead nowhere', async () => {
    const disabled = (): boolean[] =>
      ['First page', 'Previous page', 'Next page', 'Last page'].map((label) => button(label).disabled);
    expect(disabled()).toEqual([true, true, false, false]);
    await show(48_200, 48_219, true);
    expect(disabled()).toEqual([false, false, true, true]);
    await show(0, 200, false);
    expect(disabled()).toEqual([true, true, false, true]);
  });

  it('goes to a typed page and keeps to what exists', () => {
    typePage('12');
    expect(typePage('99,999').value).toBe('242');
    expect(asked).toEqual([2_200, 48_200]);
  });

  it('puts the page one is on back for what is no page', () => {
    expect(typePage('x').value).toBe('1');
    expect(typePage('1').value).toBe('1');
    expect(asked).toEqual([]);
  });

  it('names the focused cell and offers its value', async () => {
    let copies = 0;
    fixture.componentInstance.copyAsked.subscribe(() => (copies += 1));
    fixture.componentRef.setInput('cell', { columnIndex: 0, rowNumber: 1_205, value: '7' });
    fixture.componentRef.setInput('column', columnSample('total', 'decimal', 'numeric(12,2)'));
    await fixture.whenStable();
    expect(host.textContent).toMatch(/total\s*numeric\(12,2\)\s*row 1,205/);
    [...host.querySelectorAll('button')].find((one) => one.textContent.includes('Copy value'))?.click();
    expect(copies).toBe(1);
  });
});
