import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Sidebar } from './sidebar';
import { SidebarState } from './sidebar-state';

@Component({
  selector: 'dw-sidebar-host',
  imports: [Sidebar],
  template: '<dw-sidebar label="Studio">content</dw-sidebar>',
})
class SidebarHost {}

class Page extends EventTarget {
  matches = false;

  narrow(isNarrow: boolean): void {
    this.matches = isNarrow;
    this.dispatchEvent(new Event('change'));
  }
}

describe('Sidebar', () => {
  const realMatchMedia = globalThis.matchMedia;
  let page: Page;
  let fixture: ComponentFixture<SidebarHost>;

  beforeEach(async () => {
    localStorage.clear();
    page = new Page();
    globalThis.matchMedia = () => page as unknown as MediaQueryList;
    fixture = TestBed.createComponent(SidebarHost);
    await fixture.whenStable();
  });

  afterEach(() => {
    globalThis.matchMedia = realMatchMedia;
  });

  const aside = (): HTMLElement | null => (fixture.nativeElement as HTMLElement).querySelector('aside');

  async function pressModB(): Promise<void> {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, cancelable: true }));
    await fixture.whenStable();
  }

  it('is open and named at first', () => {
    expect([aside()?.getAttribute('aria-label'), aside()?.textContent]).toEqual(['Studio', 'content']);
  });

  it('is hidden and shown by Mod+B, and that is remembered', async () => {
    await pressModB();
    expect(aside()).toBeNull();
    expect(localStorage.getItem('dw-sidebar-open')).toBe('false');
    await pressModB();
    expect(aside()).not.toBeNull();
  });

  it('starts hidden on a narrow page, without touching what is remembered', async () => {
    page.narrow(true);
    await fixture.whenStable();
    expect(aside()).toBeNull();
    await pressModB();
    expect(aside()).not.toBeNull();
    page.narrow(false);
    await fixture.whenStable();
    expect([aside() === null, localStorage.getItem('dw-sidebar-open')]).toEqual([false, null]);
  });

  it('registers with the shell while it exists', () => {
    const state = TestBed.inject(SidebarState);
    expect(state.isPresent()).toBe(true);
    fixture.destroy();
    expect(state.isPresent()).toBe(false);
  });
});
