import { Component, inject, input } from '@angular/core';
import { Icon } from '../icon/icon';
import { FieldLinks } from './field-links';

/** Boxes to tick that belong together, under one legend, with what is wrong with the choice below them. */
@Component({
  selector: 'dw-choice-group',
  imports: [Icon],
  providers: [FieldLinks],
  template: `
    <fieldset [attr.aria-describedby]="error() ? links.errorId : null">
      <legend>{{ legend() }}</legend>
      <ng-content />
      @if (error(); as error) {
        <p [id]="links.errorId"><dw-icon name="circle-x" [size]="14" />{{ error }}</p>
      }
    </fieldset>
  `,
  styles: `
    fieldset {
      display: flex;
      flex-direction: column;
      gap: 6px;
      min-width: 0;
    }
    legend {
      margin-bottom: var(--dw-space-1);
      padding: 0;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      font-weight: var(--dw-weight-medium);
    }
    p {
      display: flex;
      gap: 5px;
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-danger-text);
    }
  `,
})
export class ChoiceGroup {
  readonly legend = input.required<string>();
  readonly error = input<string | null | undefined>(null);
  protected readonly links = inject(FieldLinks);
}
