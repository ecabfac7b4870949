import { DOCUMENT } from '@angular/common';
import { computed, DestroyRef, inject, Service, signal } from '@angular/core';
import { readItem, writeItem } from '../storage/browser-storage';

/** What the person chose; `system` follows the operating system. */
export type ThemeChoice = 'system' | 'light' | 'dark';

/** Read before first paint by public/theme.js as well. */
const STORAGE_KEY = 'dw-theme';

/** Another object each time that the values of the design tokens change. */
export interface Look {
  readonly theme: 'light' | 'dark';
}

/**
 * The theme in force. `data-theme` on the root element is set before `look` changes, so code that reads `--dw-*` values in
 * an effect on `look` reads the new ones.
 */
@Service()
export class Theme {
  private readonly root = inject(DOCUMENT).documentElement;
  private readonly systemIsDark = matchMedia('(prefers-color-scheme: dark)');
  private readonly chosen = signal<ThemeChoice>(storedChoice());
  /** The system's own colours stand in for ours: `forced-colors.css`. */
  private readonly forced = matchMedia('(forced-colors: active)');
  private readonly inForce = signal<Look>({ theme: 'light' });

  readonly choice = this.chosen.asReadonly();
  readonly look = this.inForce.asReadonly();
  readonly resolved = computed(() => this.look().theme);
  readonly isDark = computed(() => this.resolved() === 'dark');

  constructor() {
    const apply = (): void => this.apply();
    const follow = (event: StorageEvent): void => {
      if (event.key === STORAGE_KEY || event.key === null) this.take(storedChoice());
    };
    for (const media of [this.systemIsDark, this.forced]) media.addEventListener('change', apply);
    addEventListener('storage', follow);
    inject(DestroyRef).onDestroy(() => {
      for (const media of [this.systemIsDark, this.forced]) media.removeEventListener('change', apply);
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
    const theme = choice === 'system' ? (this.systemIsDark.matches ? 'dark' : 'light') : choice;
    this.root.dataset['theme'] = theme;
    this.inForce.set({ theme });
  }
}

function storedChoice(): ThemeChoice {
  const stored = readItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
