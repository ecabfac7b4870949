import { Component, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { SidebarState } from '../shared/ui/sidebar/sidebar-state';
import { Tooltip } from '../shared/ui/tooltip';
import { AREAS } from './areas';
import { ThemeSwitch } from './theme-switch';

/** The areas at the left edge; at its foot what belongs to the person: keys and theme. */
@Component({
  selector: 'dw-rail',
  imports: [Icon, RouterLink, RouterLinkActive, ThemeSwitch, Tooltip],
  template: `
    <svg class="logo" viewBox="0 0 28 28" fill="none" role="img" aria-label="Data Workbench">
      <rect class="ground" x="1" y="1" width="26" height="26" rx="7" />
      <path class="lines" d="M8 9.5h12M8 14h5M8 18.500h5" />
      <path class="play" d="M17 13l5 3.250-5 3.250z" />
    </svg>
    <nav aria-label="Areas">
      @for (area of areas; track area.path) {
        <a
          class="dw-rail-target"
          routerLinkActive="on"
          ariaCurrentWhenActive="page"
          dwTooltipSide="right"
          queryParamsHandling="merge"
          [routerLink]="area.path"
          [attr.aria-label]="area.name"
          [dwTooltip]="area.name"
          [dwTooltipKeys]="area.keys"
        >
          <dw-icon [name]="area.icon" [size]="20" />
        </a>
      }
    </nav>
    <span class="space"></span>
    @if (sidebar.isPresent()) {
      <button
        type="button"
        class="dw-rail-target"
        aria-label="Sidebar"
        dwTooltipKeys="Mod+B"
        dwTooltipSide="right"
        [attr.aria-pressed]="sidebar.isOpen()"
        [dwTooltip]="sidebar.isOpen() ? 'Hide the sidebar' : 'Show the sidebar'"
        (click)="sidebar.toggle()"
      >
        <dw-icon name="panel-left" [size]="20" />
      </button>
    }
    <button
      type="button"
      class="dw-rail-target"
      aria-label="Keys"
      dwTooltip="Keys"
      dwTooltipKeys="?"
      dwTooltipSide="right"
      (click)="showKeys()"
    >
      <dw-icon name="keyboard" [size]="20" />
    </button>
    <dw-theme-switch />
  `,
  styleUrl: './rail.css',
  host: { 'data-dw-region': 'rail' },
})
export class Rail {
  protected readonly areas = AREAS;
  protected readonly sidebar = inject(SidebarState);
  private readonly dialogs = inject(Dialogs);

  protected async showKeys(): Promise<void> {
    const { KeyList } = await import('./key-list');
    await this.dialogs.open(KeyList);
  }
}
