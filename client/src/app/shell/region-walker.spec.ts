import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RegionWalker } from './region-walker';

@Component({
  selector: 'dw-walker-host',
  hostDirectives: [RegionWalker],
  template: `
    <nav data-dw-region="rail"><a href="#a" id="a">a</a></nav>
    <aside data-dw-region="sidebar">
      <button type="button" tabindex="-1">no stop</button>
      <button type="button" id="b1">b1</button>
      <button type="button" id="b2">b2</button>
    </aside>
    <section data-dw-region="empty"></section>
    <section data-dw-region="editor"><textarea id="c"></textarea></section>
  `,
})
class WalkerHost {}

describe('walking the regions', () => {
  const rectangles = Object.getOwnPropertyDescriptor(Element.prototype, 'getClientRects');

  beforeEach(async () => {
    // The simulated page has no layout: everything counts as shown.
    Object.defineProperty(Element.prototype, 'getClientRects', { configurable: true, value: () => [{}] });
    const fixture = TestBed.createComponent(WalkerHost);
    document.body.append(fixture.nativeElement as HTMLElement);
    await fixture.whenStable();
  });

  afterEach(() => {
    TestBed.resetTestingModule();
    if (rectangles) Object.defineProperty(Element.prototype, 'getClientRects', rectangles);
  });

  function walk(shiftKey = false): string | undefined {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', shiftKey, bubbles: true, cancelable: true }));
    return document.activeElement?.id;
  }

  it('goes round the regions in the order of the page, past one that takes no focus', () => {
    expect([walk(), walk(), walk(), walk()]).toEqual(['a', 'b1', 'c', 'a']);
  });

  it('starts at the part of a region that says so', () => {
    const stop = document.createElement('span');
    stop.setAttribute('data-dw-region-start', '');
    document.getElementById('b2')?.replaceWith(stop);
    stop.innerHTML = '<button type="button" id="b3">b3</button>';
    expect([walk(), walk()]).toEqual(['a', 'b3']);
  });

  it('goes back with Shift', () => {
    expect([walk(true), walk(true), walk(true)]).toEqual(['c', 'b1', 'a']);
  });

  it('comes back to the Tab stop of a group, and to a cell that never is one', () => {
    const sidebar = document.querySelector('aside');
    if (sidebar) sidebar.innerHTML = '<i role="tab" tabindex="0" id="t1"></i><i role="tab" tabindex="-1" id="t2"></i>';
    const tab = (id: string): HTMLElement => document.getElementById(id) ?? document.body;
    expect([walk(), walk(), walk()]).toEqual(['a', 't1', 'c']);
    tab('t1').tabIndex = -1;
    tab('t2').tabIndex = 0;
    expect([walk(), walk(), walk()]).toEqual(['a', 't2', 'c']);
    tab('t1').focus();
    expect([walk(), walk(), walk()]).toEqual(['c', 'a', 't1']);
  });

  it('finds the focus where it was when it comes back', () => {
    document.getElementById('b2')?.focus();
    walk();
    expect(document.activeElement?.id).toBe('c');
    expect(walk(true)).toBe('b2');
  });
});
