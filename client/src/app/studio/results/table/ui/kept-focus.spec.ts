import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { DrawnPlace } from '../drawn-cells';
import { KeptFocus } from './kept-focus';

describe('KeptFocus', () => {
  let host: HTMLElement;
  let noted: DrawnPlace[];
  let restored: (DrawnPlace | null)[];

  beforeEach(() => {
    [noted, restored] = [[], []];
    host = document.createElement('div');
    host.innerHTML =
      '<div class="ag-row" row-index="7"><div class="ag-cell" col-id="c1" tabindex="-1"></div></div><input />';
    document.body.append(host);
    const focusing = {
      note: (at: DrawnPlace) => noted.push({ row: at.row, column: at.column }),
      restore: (at?: DrawnPlace | null) => restored.push(at ? { row: at.row, column: at.column } : null),
    };
    TestBed.runInInjectionContext(() => new KeptFocus(host, focusing));
  });

  afterEach(() => host.remove());

  const part = (selector: string): HTMLElement => host.querySelector<HTMLElement>(selector) ?? host;

  /** As browsers do: what has the focus says so before it is gone. */
  function remove(element: HTMLElement): void {
    element.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    element.remove();
  }

  it('notes a cell that gets the focus, whatever has set it', () => {
    part('input').focus();
    part('.ag-cell').focus();
    expect(noted).toEqual([{ row: 7, column: 'c1' }]);
  });

  it('restores the focus of a cell that is drawn anew', async () => {
    part('.ag-cell').focus();
    remove(part('.ag-cell'));
    await Promise.resolve();
    expect(restored).toEqual([{ row: 7, column: 'c1' }]);
  });

  it('leaves the focus alone where a person moves it, or all of the grid goes', async () => {
    part('.ag-cell').focus();
    part('input').focus();
    await Promise.resolve();
    part('.ag-cell').focus();
    remove(host);
    await Promise.resolve();
    expect(restored).toEqual([]);
  });
});
