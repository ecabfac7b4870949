import { afterNextRender, Component, computed, inject, Injector, input, linkedSignal } from '@angular/core';
import type { DataImport, ImportDoubt } from '#libs/api';
import { DATE_ORDERS, DECIMAL_SIGNS, encodingName, FILE_ENCODINGS, isFileEncoding } from '#libs/files';
import { detectedLabels, doubtText, READING_LABELS } from '#libs/imports';
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
                <option [value]="name" [selected]="name === (draft().sheet ?? sheets[0])">{{ name }}</option>
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
              <option [value]="one.value" [selected]="one.value === draft().encoding">
                {{ one.value === 'auto' ? labels().encoding : one.label }}
              </option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
    }
    @if (hasDelimiter()) {
      <dw-delimiter-field
        [value]="draft().delimiter"
        [detectLabel]="labels().delimiter"
        (chosen)="choose({ delimiter: $event })"
      />
    }
    @if (hasHeader()) {
      <div class="choice">
        <span class="label">First row</span>
        <dw-segments label="First row" [options]="headers" [value]="header()" (valueChange)="chooseHeader($event)" />
      </div>
    }
    @if (hasDelimiter()) {
      <dw-field label="Date order" [help]="doubtOf('date')">
        <div class="dw-select">
          <select #order class="dw-input dw-form" dwFieldControl (change)="chooseOrder(order.value)">
            <option value="" [selected]="!draft().date_order">{{ labels().dateOrder }}</option>
            @for (one of orders; track one.value) {
              <option [value]="one.value" [selected]="one.value === draft().date_order">
                {{ one.label }}
              </option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
      <dw-field label="Decimal sign" [help]="doubtOf('number')">
        <div class="dw-select">
          <select #decimal class="dw-input dw-form" dwFieldControl (change)="chooseDecimal(decimal.value)">
            <option value="" [selected]="!draft().decimal">{{ labels().decimal }}</option>
            @for (one of decimals; track one.value) {
              <option [value]="one.value" [selected]="one.value === draft().decimal">{{ one.label }}</option>
            }
          </select>
          <dw-icon name="chevron-down" [size]="14" />
        </div>
      </dw-field>
    }
    @for (remark of labels().remarks; track remark) {
      <p class="remark">{{ remark }}</p>
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
    .remark {
      font-size: var(--dw-text-dense);
      line-height: var(--dw-lh-dense);
      color: var(--dw-text-3);
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
  /** Has the file read in another way; whether the server took it. */
  readonly send = input.required<(reading: Reading) => Promise<boolean>>();

  private readonly injector = inject(Injector);
  /** What is chosen; it gives way to what is used where the server does not take it. */
  protected readonly draft = linkedSignal(() => readingOf(this.record()));

  protected readonly headers = HEADERS;
  protected readonly encodings = FILE_ENCODINGS.map((value) => ({
    value,
    label: value === 'auto' ? 'Detect' : encodingName(value),
  }));
  protected readonly hasEncoding = computed(() => TEXT_FORMATS.has(this.record().format));
  protected readonly hasDelimiter = computed(() => DELIMITED_FORMATS.has(this.record().format));
  protected readonly hasHeader = computed(() => HEADER_FORMATS.has(this.record().format));
  protected readonly header = computed(() => {
    const { header } = this.draft();
    return header === null ? 'auto' : header ? 'yes' : 'no';
  });

  protected readonly orders = DATE_ORDERS.map((value) => ({ value, label: sentenceCase(READING_LABELS[value]) }));
  protected readonly decimals = DECIMAL_SIGNS.map((value) => ({ value, label: sentenceCase(READING_LABELS[value]) }));
  protected readonly labels = computed(() =>
    detectedLabels(this.record().reading, this.record().preview?.detected ?? null),
  );

  /** How the first value of a column could be read that has several meanings; empty where each has one. */
  protected doubtOf(kind: ImportDoubt['kind']): string {
    const doubt = this.record().preview?.doubts.find((one) => one.kind === kind);
    return doubt === undefined ? '' : `Choose: in ${doubt.column}, ${doubtText(doubt)}.`;
  }

  protected chooseOrder(order: string): void {
    void this.choose({ date_order: DATE_ORDERS.find((one) => one === order) ?? null });
  }

  protected chooseDecimal(decimal: string): void {
    void this.choose({ decimal: DECIMAL_SIGNS.find((one) => one === decimal) ?? null });
  }

  protected chooseEncoding(encoding: string): void {
    if (isFileEncoding(encoding)) void this.choose({ encoding });
  }

  protected chooseHeader(header: 'auto' | 'yes' | 'no'): void {
    void this.choose({ header: HEADER_OF[header] });
  }

  protected async choose(change: Partial<Reading>): Promise<void> {
    const reading = { ...this.draft(), ...change };
    this.draft.set(reading);
    if (await this.send()(reading)) return;
    const giveWay = (): void => this.draft.update((draft) => (draft === reading ? readingOf(this.record()) : draft));
    // After the choice was drawn, so that the field that has it is drawn anew.
    afterNextRender({ write: giveWay }, { injector: this.injector });
  }
}

function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
