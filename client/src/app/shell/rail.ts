import { Component, inject } from '@angular/core';
import { RouterLink, RouterLinkActive } from '@angular/router';
import type { IsActiveMatchOptions } from '@angular/router';
import { keyText } from '../shared/keys/key-names';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { Icon } from '../shared/ui/icon/icon';
import { Logo } from '../shared/ui/logo';
import { SidebarState } from '../shared/ui/sidebar/sidebar-state';
import { Tooltip } from '../shared/ui/tooltip';
import { AccountMenu } from './account-menu';
import { AreaBadges } from './area-badges';
import { AreaAddresses } from './area-addresses';
import { AREAS } from './areas';
import { Bell } from './bell';
import { RailState } from './rail-state';
import { ThemeSwitch } from './theme-switch';

/** An area is open whatever its filters are. */
const BY_PATH: IsActiveMatchOptions = {
  ...{ paths: 'subset', queryParams: 'ignored', fragment: 'ignored', matrixParams: 'ignored' },
};

/** The areas at the left edge; at its foot what belongs to the person: keys, theme and account. */
@Component({
  selector: 'dw-rail',
  imports: [AccountMenu, Bell, Icon, Logo, RouterLink, RouterLinkActive, ThemeSwitch, Tooltip],
  template: `
    <div class="brand">
      <dw-logo class="logo" />
      <span class="dw-rail-label">Data Workbench</span>
    </div>
    <nav aria-label="Areas">
      @for (area of areas; track area.path) {
        @let pip = pips.of(area.path);
        <a
          class="dw-rail-target"
          routerLinkActive="on"
          ariaCurrentWhenActive="page"
          dwTooltipSide="right"
          [routerLink]="area.path"
          [queryParams]="addresses.paramsOf(area.path)"
          [routerLinkActiveOptions]="byPath"
          [attr.aria-label]="pip ? area.name + ', ' + pip.words : area.name"
          [dwTooltip]="pip ? area.name + ', ' + pip.words : area.name"
          [dwTooltipKeys]="area.keys"
        >
          <dw-icon [name]="area.icon" [size]="20" />
          <span class="dw-rail-label">{{ area.name }}</span>
          @if (pip) {
            <span class="pip" [class]="pip.tone"></span>
          }
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
        <span class="dw-rail-label">Sidebar</span>
        <kbd class="dw-kbd">{{ sidebarKeys }}</kbd>
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
      <span class="dw-rail-label">Keys</span>
      <kbd class="dw-kbd">?</kbd>
    </button>
    <dw-bell />
    <dw-theme-switch />
    <dw-account-menu />
    @if (state.canToggle()) {
      <hr />
      <button
        type="button"
        class="dw-rail-target"
        dwTooltipKeys="Mod+\\"
        dwTooltipSide="right"
        [attr.aria-label]="state.hasLabels() ? 'Collapse' : 'Show labels'"
        [dwTooltip]="state.hasLabels() ? 'Hide the labels' : 'Show the labels'"
        (click)="state.toggle()"
      >
        <dw-icon [name]="state.hasLabels() ? 'chevrons-left' : 'chevrons-right'" [size]="20" />
        <span class="dw-rail-label">Collapse</span>
        <kbd class="dw-kbd">{{ labelKeys }}</kbd>
      </button>
    }
  `,
  styleUrl: './rail.css',
  host: { 'data-dw-region': 'rail', '[class.labelled]': 'state.hasLabels()' },
})
export class Rail {
  protected readonly areas = AREAS;
  protected readonly byPath = BY_PATH;
  protected readonly addresses = inject(AreaAddresses);
  protected readonly pips = inject(AreaBadges);
  protected readonly state = inject(RailState);
  protected readonly labelKeys = keyText('Mod+\\');
  protected readonly sidebarKeys = keyText('Mod+B');
  protected readonly sidebar = inject(SidebarState);
  private readonly dialogs = inject(Dialogs);

  protected async showKeys(): Promise<void> {
    const { KeyList } = await import('./key-list');
    await this.dialogs.open(KeyList);
  }
}
