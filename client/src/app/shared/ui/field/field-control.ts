import { Directive, inject } from '@angular/core';
import { FieldLinks } from './field-links';

/** Ties an input, select or textarea to the label, help and error of the field around it. */
@Directive({
  selector: '[dwFieldControl]',
  host: {
    '[id]': 'links.controlId',
    '[attr.aria-describedby]': 'links.describedBy()',
    '[attr.aria-invalid]': "links.hasError() ? 'true' : null",
  },
})
export class FieldControl {
  protected readonly links = inject(FieldLinks);
}
