import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import type { Cell } from '#libs/api';
import { CellViewer } from './cell-viewer';

async function render(value: Cell) {
  const fixture = TestBed.createComponent(CellViewer);
  fixture.componentRef.setInput('cell', { columnIndex: 0, rowNumber: 5, value });
  let closes = 0;
  fixture.componentInstance.closed.subscribe(() => (closes += 1));
  await fixture.whenStable();
  const host = fixture.nativeElement as HTMLElement;
  return { host, pre: host.querySelector('pre')?.textContent ?? '', closes: () => closes };
}

describe('CellViewer', () => {
  it.each<[Cell, string]>([
    [null, 'NULL'],
    ['', "''"],
    ['two\n  lines\t', 'two\n  lines\t'],
    ['<b>x</b>', '<b>x</b>'],
  ])('shows %j as it is', async (value, text) => {
    expect((await render(value)).pre).toBe(text);
  });

  it('shows the beginning of a value too large for the page, and says so', async () => {
    const { host, pre } = await render('x'.repeat(1_000_000));
    expect(pre).toHaveLength(500_000);
    expect(host.textContent).toContain('The first 500,000 characters of 1,000,000. Copy takes all of them.');
  });

  it('closes with Escape and keeps the key to itself', async () => {
    const { host, closes } = await render('x');
    const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true });
    host.dispatchEvent(event);
    expect([closes(), event.defaultPrevented]).toEqual([1, true]);
  });
});
