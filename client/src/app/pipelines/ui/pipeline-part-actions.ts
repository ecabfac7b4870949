import { Component, input, output } from '@angular/core';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';

/** The buttons of a part of a pipeline, an input or a step: Preview, and Remove. */
@Component({
  selector: 'dw-pipeline-part-actions',
  imports: [Icon, IconButton],
  template: `
    <span class="dw-grow"></span>
    <button type="button" class="dw-btn dw-ghost dw-sm" (click)="previewed.emit()">
      <dw-icon name="eye" [size]="14" />Preview
    </button>
    <button dwIconButton="x" [label]="'Remove ' + name()" (click)="removed.emit()"></button>
  `,
  styles: `
    :host {
      display: contents;
    }
  `,
})
export class PipelinePartActions {
  /** What the part is called. */
  readonly name = input.required<string>();
  readonly previewed = output();
  readonly removed = output();
}
