import { Component, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { DragSort, DragSortItem, loadSortedList } from './drag-sort';

@Component({
  imports: [DragSort, DragSortItem],
  template: `<div dwDragSort (dragSorted)="dropped.push($event)">
    @for (id of ids(); track id) {
      <i [dwDragSortItem]="id" [id]="id">{{ id }}</i>
    }
  </div>`,
})
class Row {
  readonly ids = signal(['a', 'b']);
  readonly dropped: { id: string; index: number }[] = [];
}

/** Lays elements out side by side, 100 px each, in the order of the page. */
function layOut(row: HTMLElement): void {
  row.getBoundingClientRect = () => new DOMRect(0, 0, 100 * row.children.length, 30);
  for (const element of row.querySelectorAll<HTMLElement>('i')) {
    element.getBoundingClientRect = () => new DOMRect(100 * [...row.children].indexOf(element), 0, 100, 30);
  }
}

function element(fixture: ComponentFixture<Row>, selector: string): HTMLElement {
  const found = (fixture.nativeElement as HTMLElement).querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`Nothing at ${selector}`);
  return found;
}

const mouse = (type: string, x: number): MouseEvent =>
  new MouseEvent(type, { bubbles: true, cancelable: true, buttons: 1, detail: 1, clientX: x, clientY: 15 });

describe('DragSort', () => {
  it('sorts elements that were there before its code was loaded and those added after', async () => {
    const fixture = TestBed.createComponent(Row);
    await fixture.whenStable();
    await loadSortedList();
    await fixture.whenStable();

    fixture.componentInstance.ids.set(['a', 'b', 'c']);
    await fixture.whenStable();
    layOut(element(fixture, '[dwDragSort]'));
    element(fixture, '#c').dispatchEvent(mouse('mousedown', 250));
    await fixture.whenStable();
    for (const x of [200, 120, 30, 10]) {
      document.dispatchEvent(mouse('mousemove', x));
      await fixture.whenStable();
    }
    document.dispatchEvent(mouse('mouseup', 10));
    await fixture.whenStable();

    expect(fixture.componentInstance.dropped).toEqual([{ id: 'c', index: 0 }]);
  });

  it('ends dragging where the element is removed meanwhile', async () => {
    const fixture = TestBed.createComponent(Row);
    await fixture.whenStable();
    await loadSortedList();
    await fixture.whenStable();
    const row = element(fixture, '[dwDragSort]');
    layOut(row);
    element(fixture, '#b').dispatchEvent(mouse('mousedown', 150));
    for (const x of [120, 30]) document.dispatchEvent(mouse('mousemove', x));
    await fixture.whenStable();
    expect(row.className).toContain('cdk-drop-list-dragging');

    fixture.componentInstance.ids.set(['a']);
    await fixture.whenStable();
    expect(row.className).not.toContain('cdk-drop-list-dragging');
  });
});
