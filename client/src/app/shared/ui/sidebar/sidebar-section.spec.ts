import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { SidebarSection } from './sidebar-section';

@Component({
  selector: 'dw-section-host',
  imports: [SidebarSection],
  template: `
    <dw-sidebar-section key="files" heading="Files" hint="2">
      <button dwSectionActions type="button">Add</button>
      <p>orders.sql</p>
    </dw-sidebar-section>
  `,
})
class SectionHost {}

describe('SidebarSection', () => {
  beforeEach(() => localStorage.clear());

  async function render(): Promise<HTMLElement> {
    const fixture = TestBed.createComponent(SectionHost);
    await fixture.whenStable();
    return fixture.nativeElement as HTMLElement;
  }

  async function fold(page: HTMLElement): Promise<void> {
    page.querySelector<HTMLElement>('h2 button')?.click();
    TestBed.tick();
    await Promise.resolve();
  }

  it('shows its content under a head that says it is open', async () => {
    const page = await render();
    const head = page.querySelector('h2 button');
    expect(head?.getAttribute('aria-expanded')).toBe('true');
    expect(page.querySelector(`#${head?.getAttribute('aria-controls') ?? ''}`)?.textContent).toContain('orders.sql');
  });

  it('is drawn with its name, not before', async () => {
    const fixture = TestBed.createComponent(SectionHost);
    const section = (fixture.nativeElement as HTMLElement).querySelector('dw-sidebar-section');
    const seen = () => [section?.classList.contains('drawn'), section?.querySelector('.name')?.textContent];
    expect(seen()).toEqual([false, '']);
    await fixture.whenStable();
    expect(seen()).toEqual([true, 'Files']);
  });

  it('hides content and actions when folded, and stays folded at the next visit', async () => {
    const page = await render();
    await fold(page);
    expect(page.querySelector<HTMLElement>('.content')?.hidden).toBe(true);
    expect(page.textContent).not.toContain('Add');
    const later = await render();
    expect(later.querySelector('h2 button')?.getAttribute('aria-expanded')).toBe('false');
    await fold(later);
    expect(later.querySelector<HTMLElement>('.content')?.hidden).toBe(false);
  });
});
