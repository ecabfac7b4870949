import { Component } from '@angular/core';
import { RouterLink, RouterLinkActive, RouterOutlet } from '@angular/router';
import { SETTINGS_SECTIONS } from '../shared/settings/settings-sections';
import { Icon } from '../shared/ui/icon/icon';

/** The frame of the settings: the sections at the left, the one that was chosen beside them. */
@Component({
  selector: 'dw-settings-page',
  imports: [Icon, RouterLink, RouterLinkActive, RouterOutlet],
  template: `
    <section class="dw-page" data-dw-region="settings" aria-labelledby="settings-title">
      <header class="dw-page-head"><h1 id="settings-title">Settings</h1></header>
      <div class="body">
        <nav aria-label="Settings">
          @for (section of sections; track section.path) {
            <a
              routerLinkActive="on"
              ariaCurrentWhenActive="page"
              queryParamsHandling="preserve"
              [routerLink]="'/settings/' + section.path"
            >
              <dw-icon [name]="section.icon" />{{ section.name }}
            </a>
          }
        </nav>
        <div class="section"><router-outlet /></div>
      </div>
    </section>
  `,
  styleUrl: './settings-page.css',
})
export class SettingsPage {
  protected readonly sections = SETTINGS_SECTIONS;
}
