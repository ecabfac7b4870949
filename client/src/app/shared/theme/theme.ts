import { DOCUMENT } from '@angular/common';
import { computed, DestroyRef, inject, Service, signal } from '@angular/core';
import { readItem, writeItem } from '../storage/browser-storage';

/** What the person chose; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Read before first paint by public/theme.js as well. */
const STORAGE_KEY = 'dw-theme';

/**
 * The theme in force. `data-theme` on the root element is set before `resolved` changes, so code that reads computed
 * `--dw-*` values in an effect on `resolved` reads the new ones.
 */
@Service()
export class Theme {
  private readonly root = inject(DOCUMENT).documentElement;
  private readonly systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  private readonly chosen = signal<ThemeChoice>(storedChoice());
  private readonly inForce = signal<'light' | 'dark'>('light');

  readonly choice = this.chosen.asReadonly();
  readonly resolved = this.inForce.asReadonly();
  readonly isDark = computed(() => this.resolved() === 'dark');

  constructor() {
    const apply = (): void => this.apply();
    const follow = (event: StorageEvent): void => {
      if (event.key === STORAGE_KEY || event.key === null) this.take(storedChoice());
    };
    this.systemIsDark.addEventListener('change', apply);
    addEventListener('storage', follow);
    inject(DestroyRef).onDestroy(() => {
      this.systemIsDark.removeEventListener('change', apply);
      removeEventListener('storage', follow);
    });
    this.apply();
  }

  /** Puts a theme in force and remembers it. */
  choose(choice: ThemeChoice): void {
    writeItem(STORAGE_KEY, choice === 'system' ? null : choice);
    this.take(choice);
  }

  private take(choice: ThemeChoice): void {
    this.chosen.set(choice);
    this.apply();
  }

  private apply(): void {
    const choice = this.chosen();
    const resolved = choice === 'system' ? (this.systemIsDark.matches ? 'dark' : 'light') : choice;
    this.root.dataset['theme'] = resolved;
    this.inForce.set(resolved);
  }
}

function storedChoice(): ThemeChoice {
  const stored = readItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
