import { DialogRef } from '@angular/cdk/dialog';
import { Component, inject } from '@angular/core';
import { EXPORT_DELIMITERS } from '#libs/api';
import type { ExportDelimiter, ExportStyle } from '#libs/api';
import { isBoolean, storedSignal } from '../../../shared/storage/stored-signal';
import { FormFrame } from '../../../shared/ui/dialog/form-frame';
import { Segments } from '../../../shared/ui/segments';

const DELIMITERS: readonly { value: ExportDelimiter; label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: 'tab', label: 'Tab' },
];

/** Asks how a spreadsheet is to read a CSV file, and remembers the answer. Closes with the style of the file. */
@Component({
  selector: 'dw-spreadsheet-dialog',
  imports: [FormFrame, Segments],
  template: `
    <dw-form-frame heading="Download CSV for spreadsheets" action="Download CSV" (sent)="close()">
      <div class="field">
        <span class="label" id="spreadsheet-delimiter">Between fields</span>
        <dw-segments label="Between fields" [options]="delimiters" [(value)]="delimiter" />
        <span class="help">Excel expects a semicolon where the decimal sign is a comma.</span>
      </div>
      <div class="field">
        <label class="dw-check">
          <input type="checkbox" [checked]="isGuarded()" (change)="isGuarded.set(!isGuarded())" />
          Escape formulas
        </label>
        <span class="help">A text that begins with =, +, -, &#64;, a tab or a line break gets a ' in front.</span>
      </div>
    </dw-form-frame>
  `,
  styles: `
    :host {
      display: contents;
    }
    .field {
      display: flex;
      flex-direction: column;
      align-items: flex-start;
      gap: var(--dw-space-1);
    }
    .label {
      font-size: 12px;
      font-weight: var(--dw-weight-medium);
      line-height: 16px;
    }
    .help {
      font-size: 12px;
      line-height: 16px;
      color: var(--dw-text-3);
    }
  `,
})
export class SpreadsheetDialog {
  private readonly dialog = inject<DialogRef<ExportStyle>>(DialogRef);
  protected readonly delimiters = DELIMITERS;
  protected readonly delimiter = storedSignal<ExportDelimiter>('dw-export-delimiter', ',', isDelimiter);
  protected readonly isGuarded = storedSignal('dw-export-guards-formulas', true, isBoolean);

  protected close(): void {
    this.dialog.close({ format: 'csv-excel', delimiter: this.delimiter(), guard_formulas: this.isGuarded() });
  }
}

function isDelimiter(value: unknown): value is ExportDelimiter {
  return EXPORT_DELIMITERS.some((delimiter) => delimiter === value);
}
