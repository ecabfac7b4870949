import { Component, inject } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { SignInWatch } from '../shared/identity/sign-in-watch';
import { SettingsStore } from '../shared/settings/settings.store';
import { Theme } from '../shared/theme/theme';
import { Rail } from './rail';
import { RegionWalker } from './region-walker';
import { ServerBanner } from './server-banner';
import { ShellKeys } from './shell-keys';
import { StatusBar } from './status-bar';

/** The frame around every area: the rail at the left, the status bar at the foot, the area between them. */
@Component({
  selector: 'dw-shell',
  imports: [Rail, RouterOutlet, ServerBanner, StatusBar],
  hostDirectives: [RegionWalker, ShellKeys],
  template: `
    <a class="skip dw-btn" href="#area" (click)="$event.preventDefault(); area.focus()">Skip to the content</a>
    <dw-rail />
    <div class="room">
      <dw-server-banner />
      <main id="area" tabindex="-1" #area><router-outlet (activate)="mark(area)" /></main>
    </div>
    <dw-status-bar />
  `,
  styleUrl: './shell.css',
  providers: [SignInWatch],
})
export class Shell {
  /** Held from the first moment, so that the page follows the system's theme. */
  protected readonly theme = inject(Theme);
  /** Held likewise, so that an ended sign-in is noticed on every page. */
  protected readonly signInWatch = inject(SignInWatch);

  constructor() {
    void inject(SettingsStore).load();
  }

  /** Gives the area's component a class: a rule for a child of any name is tried on each element of the page. */
  protected mark(main: HTMLElement): void {
    main.lastElementChild?.classList.add('dw-area');
  }
}
