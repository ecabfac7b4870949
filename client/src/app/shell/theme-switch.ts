import { CdkMenu, CdkMenuItemRadio, CdkMenuTrigger } from '@angular/cdk/menu';
import type { ConnectedPosition } from '@angular/cdk/overlay';
import { Component, computed, inject } from '@angular/core';
import { SettingsStore } from '../shared/settings/settings.store';
import { Theme } from '../shared/theme/theme';
import type { ThemeChoice } from '../shared/theme/theme';
import { Icon } from '../shared/ui/icon/icon';
import type { IconName } from '../shared/ui/icon/icon';
import { Tooltip } from '../shared/ui/tooltip';

interface ThemeOption {
  choice: ThemeChoice;
  name: string;
  icon: IconName;
}

const OPTIONS: readonly ThemeOption[] = [
  { choice: 'system', name: 'System', icon: 'monitor' },
  { choice: 'light', name: 'Light', icon: 'sun' },
  { choice: 'dark', name: 'Dark', icon: 'moon' },
];

/** Chooses between the system's theme, light and dark. */
@Component({
  selector: 'dw-theme-switch',
  imports: [CdkMenu, CdkMenuItemRadio, CdkMenuTrigger, Icon, Tooltip],
  template: `
    <button
      type="button"
      class="dw-rail-target"
      dwTooltipSide="right"
      [attr.aria-label]="label()"
      [dwTooltip]="label()"
      [cdkMenuTriggerFor]="menu"
      [cdkMenuPosition]="positions"
    >
      <dw-icon name="sun-moon" [size]="20" />
      <span class="dw-rail-label">Theme</span>
      <span class="dw-rail-end">{{ currentName() }}</span>
    </button>
    <ng-template #menu>
      <div cdkMenu class="dw-menu" aria-label="Theme">
        @for (option of options; track option.choice) {
          <button
            type="button"
            cdkMenuItemRadio
            class="dw-menu-item"
            [cdkMenuItemChecked]="option.choice === theme.choice()"
            (cdkMenuItemTriggered)="settings.chooseTheme(option.choice)"
          >
            <dw-icon [name]="option.icon" />{{ option.name }}
            @if (option.choice === theme.choice()) {
              <dw-icon class="dw-end" name="check" [size]="14" />
            }
          </button>
        }
      </div>
    </ng-template>
  `,
})
export class ThemeSwitch {
  protected readonly theme = inject(Theme);
  protected readonly settings = inject(SettingsStore);
  protected readonly options = OPTIONS;
  protected readonly positions: ConnectedPosition[] = [
    { originX: 'end', originY: 'bottom', overlayX: 'start', overlayY: 'bottom', offsetX: 8 },
  ];
  protected readonly currentName = computed(
    () => OPTIONS.find(({ choice }) => choice === this.theme.choice())?.name ?? '',
  );
  protected readonly label = computed(() => `Theme: ${this.currentName()}`);
}
