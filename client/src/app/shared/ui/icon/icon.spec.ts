import { Component } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { describe, expect, it } from '@jest/globals';
import { Icon } from './icon';
import { ICONS } from './icons';

@Component({ selector: 'dw-icon-host', imports: [Icon], template: '<dw-icon name="database" [size]="14" />' })
class IconHost {}

describe('Icon', () => {
  it('draws the named shape at its size, hidden from assistive technology', async () => {
    const fixture = TestBed.createComponent(IconHost);
    await fixture.whenStable();
    const icon = (fixture.nativeElement as HTMLElement).querySelector('dw-icon');
    expect(icon?.getAttribute('aria-hidden')).toBe('true');
    expect(icon?.querySelector('svg')?.getAttribute('width')).toBe('14');
    expect(icon?.querySelector('path')?.getAttribute('d')).toBe(ICONS.database);
  });

  it.each(Object.entries(ICONS))('has a path for %s whose every part starts at an absolute place', (_, path) => {
    expect(path).toMatch(/^M-?[\d.]/);
    expect(path).not.toMatch(/NaN|undefined/);
    expect(path.replace(/^M/, '')).not.toMatch(/[zZ]m/);
  });
});
