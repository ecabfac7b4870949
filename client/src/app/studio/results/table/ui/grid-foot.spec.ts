import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { pageWindow } from '#libs/results';
import { columnSample } from '../../../../../testing/run-samples';
import { GridFoot } from './grid-foot';

describe('GridFoot', () => {
  let fixture: ComponentFixture<GridFoot>;
  let host: HTMLElement;

  beforeEach(async () => {
    fixture = TestBed.createComponent(GridFoot);
    host = fixture.nativeElement as HTMLElement;
    await show(0, 48_219, true);
  });

  async function show(offset: number, rows: number, isComplete: boolean): Promise<void> {
    fixture.componentRef.setInput('cell', null);
    fixture.componentRef.setInput('column', null);
    fixture.componentRef.setInput('window', pageWindow(offset, 200, rows, isComplete));
    await fixture.whenStable();
  }

  it('shows which rows of how many are on screen', async () => {
    expect(host.textContent).toContain('1–200 of 48,219');
    expect(host.querySelectorAll('button')).toHaveLength(0);
    await show(48_200, 48_219, true);
    expect(host.textContent).toContain('48,201–48,219 of 48,219');
    await show(0, 200, false);
    expect(host.textContent).toContain('1–200 of 200 so far');
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
