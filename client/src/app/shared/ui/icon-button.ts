import { Component, effect, inject, input } from '@angular/core';
import { Icon } from './icon/icon';
import type { IconName, IconSize } from './icon/icon';
import { Tooltip } from './tooltip';

/** A button that is one icon. Its label is its name, and its tooltip unless `tip` is another text. */
@Component({
  selector: 'button[dwIconButton]',
  imports: [Icon],
  template: '<dw-icon [name]="icon()" [size]="size()" />',
  hostDirectives: [{ directive: Tooltip, inputs: ['dwTooltip: tip', 'dwTooltipKeys: keys'] }],
  host: { type: 'button', class: 'dw-btn dw-ghost dw-icon-only dw-sm', '[attr.aria-label]': 'label()' },
})
export class IconButton {
  readonly icon = input.required<IconName>({ alias: 'dwIconButton' });
  readonly label = input.required<string>();
  readonly size = input<IconSize>(14);

  constructor() {
    const tooltip = inject(Tooltip);
    effect(() => tooltip.name.set(this.label()));
  }
}
