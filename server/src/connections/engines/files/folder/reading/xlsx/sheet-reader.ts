import { MAX_SHEET_COLUMNS, MAX_SHEET_ROWS, columnOfReference, excelDate } from '#libs/xlsx';
import type { CellValue } from '#libs/xlsx';
import type { XmlHandler } from './read-xml.js';
import { TextItem, unescaped } from './shared-strings.js';
import type { WorkbookParts } from './workbook-parts.js';

/** A row of a sheet, up to its last cell with a value. */
export type SheetRow = readonly (CellValue | null)[];

/** Beyond this, reading takes many minutes. */
const MAX_CELLS = 200_000_000;

/** Collects the rows of a sheet's XML. Rows without a value are left out. */
export class SheetReader implements XmlHandler {
  /** Cells with an error such as `#N/A`, and formulas whose value was not saved: they are NULL. */
  errors = 0;
  uncalculated = 0;
  private rows: SheetRow[] = [];
  private row: (CellValue | null)[] = [];
  private rowCount = 0;
  private cells = 0;
  private column = -1;
  private type = 'n';
  private style = 0;
  private value = '';
  private hasValue = false;
  private hasFormula = false;
  private isValue = false;
  private readonly inline = new TextItem();

  constructor(
    private readonly parts: Pick<WorkbookParts, 'dateStyles' | 'is1904'>,
    private readonly strings: readonly string[],
  ) {}

  /** The rows since the last call. */
  take(): SheetRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'row') this.openRow();
    else if (tag === 'c') this.openCell(attributes);
    else if (tag === 'v') this.isValue = this.hasValue = true;
    else if (tag === 'f') this.hasFormula = true;
    else this.inline.open(tag);
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
    else this.inline.add(text);
  }

  close(tag: string): void {
    if (tag === 'v') this.isValue = false;
    else if (tag === 'c') this.closeCell();
    else if (tag === 'row') this.closeRow();
    else this.inline.close(tag);
  }

  private openRow(): void {
    this.row = [];
    this.column = -1;
    if (++this.rowCount > MAX_SHEET_ROWS) throw new Error('its sheet has more rows than a sheet can have.');
  }

  private openCell({ r: reference, t: type = 'n', s: style = '0' }: Readonly<Record<string, string>>): void {
    const place = reference === undefined ? this.column + 1 : columnOfReference(reference);
    if (place === null || place >= MAX_SHEET_COLUMNS) throw new Error(`its cell ${reference} is outside of a sheet.`);
    if (++this.cells > MAX_CELLS) throw new Error('its sheet has more than 200,000,000 cells. Save it as CSV.');
    this.column = place;
    this.type = type;
    this.style = Number(style);
    this.value = '';
    this.hasValue = this.hasFormula = false;
    this.inline.take();
  }

  private closeCell(): void {
    const cell = this.cellValue();
    if (cell === null) return;
    while (this.row.length < this.column) this.row.push(null);
    this.row[this.column] = cell;
  }

  private cellValue(): CellValue | null {
    if (this.type === 'inlineStr') return { kind: 'text', text: this.inline.take() };
    if (!this.hasValue || (this.value === '' && this.type !== 'str')) {
      if (this.hasFormula) this.uncalculated++;
      return null;
    }
    switch (this.type) {
      case 's':
        return { kind: 'text', text: this.strings[Number(this.value)] ?? '' };
      case 'str':
        return { kind: 'text', text: unescaped(this.value) };
      case 'b':
        return { kind: 'boolean', text: this.value.trim() === '1' ? 'true' : 'false' };
      case 'e':
        this.errors++;
        return null;
      case 'd':
        return isoDate(this.value.trim());
      default:
        return this.numberValue(this.value.trim());
    }
  }

  private numberValue(text: string): CellValue {
    const style = this.parts.dateStyles[this.style] ?? null;
    return style === null ? { kind: 'number', text } : excelDate(text, style, this.parts.is1904);
  }

  private closeRow(): void {
    if (this.row.length > 0) this.rows.push(this.row);
  }
}

function isoDate(text: string): CellValue {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return { kind: 'date', text };
  const [, date, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.\d+)?)?)Z?$/.exec(text) ?? [];
  return date === undefined ? { kind: 'text', text } : { kind: 'timestamp', text: `${date} ${time}` };
}
