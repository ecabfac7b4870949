import { Component, computed, input, output } from '@angular/core';
import type { DataImport } from '#libs/api';
import { encodingName, FILE_ENCODINGS, isFileEncoding } from '#libs/files';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { Segments } from '../../shared/ui/segments';
import type { Segment } from '../../shared/ui/segments';
import { readingOf } from '../data/imports-api';
import type { Reading } from '../data/imports-api';
import { DelimiterField } from './delimiter-field';

const TEXT_FORMATS: ReadonlySet<string> = new Set(['csv', 'tsv', 'json', 'ndjson']);
const DELIMITED_FORMATS: ReadonlySet<string> = new Set(['csv', 'tsv']);
const HEADER_FORMATS: ReadonlySet<string> = new Set(['csv', 'tsv', 'xlsx']);
const HEADERS: readonly Segment<'auto' | 'yes' | 'no'>[] = [
  { value: 'auto', label: 'Detect' },
  { value: 'yes', label: 'Column names' },
  { value: 'no', label: 'A row' },
];
const HEADER_OF = { auto: null, yes: true, no: false } as const;

/** How the file is read where its bytes leave it open. Each choice has it read again. */
@Component({
  selector: 'dw-reading-form',
  imports: [DelimiterField, Field, FieldControl, Icon, Segments],
  template: `
    @if (record().preview?.sheets; as sheets) {
      @if (sheets.length > 1) {
        <dw-field label="Sheet">
          <div class="dw-select">
            <select #sheet class="dw-input dw-form" dwFieldControl (change)="choose({ sheet: sheet.value })">
              @for (name of sheets; track name) {
                <option [value]="name" [selected]="name === (record().reading.sheet ?? sheets[0])">{{ name }}</option>
              }
            </select>
            <dw-icon name="chevron-down" [size]="14" />
          </div>
        </dw-field>
      }
    }
    @if (hasEncoding()) {
      <dw-field label="Encoding">
        <div class="dw-select">
          <select #encoding class="dw-input dw-form" dwFieldControl (change)="chooseEncoding(encoding.value)">
            @for (one of encodings; track one.value) {
              <option [value]="one.value" [selected]="one.value === record().reading.encoding">{{ one.label }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
    }
    @if (hasDelimiter()) {
      <dw-delimiter-field [value]="record().reading.delimiter" (chosen)="choose({ delimiter: $event })" />
    }
    @if (hasHeader()) {
      <div class="choice">
        <span class="label">First row</span>
        <dw-segments label="First row" [options]="headers" [value]="header()" (valueChange)="chooseHeader($event)" />
      </div>
    }
  `,
  styles: `
    :host {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-3);
    }
    .choice {
      display: flex;
      flex-direction: column;
      gap: var(--dw-space-1);
      align-items: flex-start;
    }
    .label {
      font-size: var(--dw-text-dense);
      font-weight: var(--dw-weight-medium);
      line-height: var(--dw-lh-dense);
    }
  `,
})
export class ReadingForm {
  readonly record = input.required<DataImport>();
  readonly chosen = output<Reading>();

  protected readonly headers = HEADERS;
  protected readonly encodings = FILE_ENCODINGS.map((value) => ({
    value,
    label: value === 'auto' ? 'Detect' : encodingName(value),
  }));
  protected readonly hasEncoding = computed(() => TEXT_FORMATS.has(this.record().format));
  protected readonly hasDelimiter = computed(() => DELIMITED_FORMATS.has(this.record().format));
  protected readonly hasHeader = computed(() => HEADER_FORMATS.has(this.record().format));
  protected readonly header = computed(() => {
    const { header } = this.record().reading;
    return header === null ? 'auto' : header ? 'yes' : 'no';
  });

  protected chooseEncoding(encoding: string): void {
    if (isFileEncoding(encoding)) this.choose({ encoding });
  }

  protected chooseHeader(header: 'auto' | 'yes' | 'no'): void {
    this.choose({ header: HEADER_OF[header] });
  }

  protected choose(change: Partial<Reading>): void {
    this.chosen.emit({ ...readingOf(this.record()), ...change });
  }
}
