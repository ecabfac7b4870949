import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed } from '@angular/core/rxjs-interop';
import type { StudioSettings } from '#libs/api';
import { STUDIO_DEFAULTS } from '#libs/settings';
import { ApiClient } from '../http/api-client';
import { LiveEvents } from '../http/live-events';
import { Loaded } from '../http/loaded';
import { Theme } from '../theme/theme';
import type { ThemeChoice } from '../theme/theme';
import { timeDisplay } from '../time/time-display';

const STUDIO_PATH = '/api/settings/studio';

/** What the person has set for themselves, in whichever tab or browser; the defaults until the server has answered. */
@Service()
export class SettingsStore {
  private readonly api = inject(ApiClient);
  private readonly theme = inject(Theme);
  private readonly kept = new Loaded<StudioSettings>(() => this.api.get(STUDIO_PATH));
  private readonly ahead = signal<StudioSettings | null>(null);
  private hasAsked = false;
  private hasBeenConnected = false;
  /** Saves on their way: what is read meanwhile is older than what the person has just chosen. */
  private savesOpen = 0;

  readonly studio = computed(() => this.ahead() ?? this.kept.value() ?? STUDIO_DEFAULTS);
  readonly state = this.kept.state;
  readonly problem = this.kept.problem;

  constructor() {
    const events = inject(LiveEvents);
    events
      .on('settings.changed')
      .pipe(takeUntilDestroyed())
      .subscribe(() => void this.reload());
    // What was changed elsewhere while the stream was broken is not sent again.
    effect(() => {
      if (!events.isConnected()) return;
      if (this.hasBeenConnected) untracked(() => void this.reload());
      this.hasBeenConnected = true;
    });
  }

  /** Asks for them once; a second call does nothing. */
  async load(): Promise<void> {
    if (this.hasAsked) return;
    this.hasAsked = true;
    await this.reload();
  }

  /** Asks anew. */
  async reload(): Promise<void> {
    await this.kept.load();
    const settings = this.kept.value();
    if (settings === null || this.savesOpen > 0) return;
    this.ahead.set(null);
    this.apply(settings);
  }

  /** Puts settings in force and keeps them. Rejects with an ApiProblem, and then what was in force before is again. */
  async saveStudio(settings: StudioSettings): Promise<void> {
    const before = this.studio();
    this.ahead.set(settings);
    this.apply(settings);
    this.savesOpen += 1;
    try {
      await this.api.put(STUDIO_PATH, { body: settings });
    } catch (error) {
      this.ahead.set(before);
      this.apply(before);
      throw error;
    } finally {
      this.savesOpen -= 1;
    }
  }

  /** Chooses a theme for this browser at once, and for the person's other ones as soon as the server knows. */
  chooseTheme(theme: ThemeChoice): void {
    this.theme.choose(theme);
    if (this.kept.value() !== null && this.studio().theme !== theme)
      void this.saveStudio({ ...this.studio(), theme }).catch(() => this.theme.choose(theme));
  }

  private apply({ theme, time_display: display }: StudioSettings): void {
    timeDisplay.set(display);
    if (theme !== null && theme !== this.theme.choice()) this.theme.choose(theme);
  }
}
