import { TestBed } from '@angular/core/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Theme } from './theme';

class SystemTheme extends EventTarget {
  matches = false;

  turn(isDark: boolean): void {
    this.matches = isDark;
    this.dispatchEvent(new Event('change'));
  }
}

describe('Theme', () => {
  const root = document.documentElement;
  const realMatchMedia = globalThis.matchMedia;
  let system: SystemTheme;

  beforeEach(() => {
    localStorage.clear();
    system = new SystemTheme();
    globalThis.matchMedia = () => system as unknown as MediaQueryList;
  });

  afterEach(() => {
    globalThis.matchMedia = realMatchMedia;
  });

  it('follows the system until a person chooses', () => {
    const theme = TestBed.inject(Theme);
    expect([theme.choice(), theme.resolved(), root.dataset['theme']]).toEqual(['system', 'light', 'light']);
    system.turn(true);
    expect([theme.choice(), theme.resolved(), root.dataset['theme']]).toEqual(['system', 'dark', 'dark']);
  });

  it('keeps a choice against the system and remembers it', () => {
    const theme = TestBed.inject(Theme);
    theme.choose('dark');
    system.turn(false);
    expect([theme.resolved(), root.dataset['theme'], localStorage.getItem('dw-theme')]).toEqual([
      'dark',
      'dark',
      'dark',
    ]);
  });

  it('starts with the remembered choice', () => {
    localStorage.setItem('dw-theme', 'dark');
    expect(TestBed.inject(Theme).resolved()).toBe('dark');
  });

  it('takes a remembered value that is no theme for none', () => {
    localStorage.setItem('dw-theme', 'solarized');
    expect(TestBed.inject(Theme).choice()).toBe('system');
  });

  it('forgets the choice when the system shall decide again', () => {
    localStorage.setItem('dw-theme', 'dark');
    const theme = TestBed.inject(Theme);
    theme.choose('system');
    expect([theme.resolved(), localStorage.getItem('dw-theme')]).toEqual(['light', null]);
  });

  it('follows a choice made in another tab', () => {
    const theme = TestBed.inject(Theme);
    localStorage.setItem('dw-theme', 'dark');
    dispatchEvent(new StorageEvent('storage', { key: 'dw-theme' }));
    expect(theme.resolved()).toBe('dark');
  });
});
