import { Component, input } from '@angular/core';
import type { TileLayerInfo, TileLayerSettings } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';

/** Which columns the layer is made of, and whose data it is. */
@Component({
  selector: 'dw-layer-columns',
  imports: [Icon],
  template: `
    <label>
      <span>Geometry</span>
      <span class="dw-select">
        <select
          class="dw-input dw-form"
          [disabled]="!info().is_own"
          (change)="choose('geometry_column', $event, info().geometry.column)"
        >
          @for (name of info().geometry_columns; track $index) {
            <option [value]="name" [selected]="name === info().geometry.column">{{ name }}</option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </span>
    </label>
    <label>
      <span>Feature id</span>
      <span class="dw-select">
        <select
          class="dw-input dw-form"
          [disabled]="!info().is_own"
          (change)="choose('id_column', $event, info().id_column)"
        >
          <option value="" [selected]="info().id_column === null">none</option>
          @for (name of info().id_columns; track $index) {
            <option [value]="name" [selected]="name === info().id_column">{{ name }}</option>
          }
        </select>
        <dw-icon name="chevron-down" [size]="14" />
      </span>
    </label>
    <label>
      <span>Attribution</span>
      <input
        class="dw-input dw-form"
        maxlength="500"
        [disabled]="!info().is_own"
        [value]="info().settings.attribution ?? ''"
        (change)="choose('attribution', $event, info().settings.attribution)"
      />
    </label>
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-2);
    }
    label {
      display: flex;
      gap: var(--dw-space-2);
      align-items: center;
    }
    label > span:first-child {
      flex: none;
      width: 84px;
      color: var(--dw-text-2);
    }
    .dw-select,
    input {
      flex: 1;
      min-width: 0;
    }
  `,
})
export class LayerColumns {
  readonly info = input.required<TileLayerInfo>();
  /** Sends a choice; whether the server took it. */
  readonly send = input.required<(chosen: Partial<TileLayerSettings>) => Promise<boolean>>();

  /** What the server refuses gives way to `kept`. */
  protected async choose(
    what: 'geometry_column' | 'id_column' | 'attribution',
    event: Event,
    kept: string | null,
  ): Promise<void> {
    const field = event.target as HTMLSelectElement | HTMLInputElement;
    const { value } = field;
    const isKept = await this.send()({ [what]: value === '' ? null : value });
    if (!isKept && field.value === value) field.value = kept ?? '';
  }
}
