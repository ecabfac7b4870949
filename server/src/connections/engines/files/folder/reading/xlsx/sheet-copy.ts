import type { Writable } from 'node:stream';
import { isSheetHeader, sheetColumnNames, sheetColumnType } from '#libs/xlsx';
import type { CellValue } from '#libs/xlsx';
import type { SheetRow } from './sheet-reader.js';

/** NULL as the copy has it; a text is always quoted. */
export const NULL_TEXT = String.raw`\N`;
const SMALL_INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
/** Empty cells count, too: a value in the last column of each row would fill the disk. */
const MAX_COPIED_CELLS = 400_000_000;

interface Column {
  readonly kinds: Set<CellValue['kind']>;
  isSmallInteger: boolean;
}

/** A column of a copy; its type is null where it depends on its digits. */
export interface CopiedColumn {
  readonly name: string;
  readonly type: string | null;
}

/** Writes the rows of a sheet as CSV and remembers what is in its columns. */
export class SheetCopy {
  /** Characters of the longest line. */
  longest = 0;
  /** Rows have different lengths. */
  isRagged = false;
  rowCount = 0;
  private header: SheetRow | null = null;
  private readonly columns: Column[] = [];
  private width = 0;
  private isFirst = true;

  constructor(
    private readonly output: Writable,
    /** Whether the first row has the names; null finds it out. */
    private readonly hasHeader: boolean | null,
  ) {}

  /** Resolves when the output takes more. */
  async add(rows: readonly SheetRow[]): Promise<void> {
    let text = '';
    for (const row of rows) {
      if (this.isFirst && this.takeHeader(row)) continue;
      const line = this.lineOf(row);
      this.longest = Math.max(this.longest, line.length);
      text += line;
    }
    if (text === '' || this.output.write(text)) return;
    await new Promise<void>((resolve, reject) => {
      this.output.once('drain', resolve);
      this.output.once('error', reject);
    });
  }

  /** The columns, when all rows were added. */
  found(): CopiedColumn[] {
    return sheetColumnNames(this.header ?? [], this.columns.length).map((name, index) => {
      const column = this.columns[index];
      return { name, type: column === undefined ? 'VARCHAR' : sheetColumnType(column) };
    });
  }

  get isHeaderFound(): boolean {
    return this.header !== null;
  }

  private takeHeader(row: SheetRow): boolean {
    this.isFirst = false;
    this.grow(row.length);
    this.width = row.length;
    if (!(this.hasHeader ?? isSheetHeader(row))) return false;
    this.header = row;
    return true;
  }

  private lineOf(row: SheetRow): string {
    this.rowCount++;
    if (row.length > this.width) {
      this.isRagged = this.rowCount > 1 || this.isRagged;
      this.grow(row.length);
      this.width = row.length;
    }
    if (this.rowCount * this.width > MAX_COPIED_CELLS) throw new Error('its sheet is too large. Save it as CSV.');
    const cells: string[] = [];
    for (let index = 0; index < this.width; index++) cells.push(this.cellText(row[index] ?? null, index));
    return `${cells.join(',')}\n`;
  }

  private cellText(cell: CellValue | null, index: number): string {
    const column = this.columns[index];
    if (cell === null || column === undefined) return NULL_TEXT;
    column.kinds.add(cell.kind);
    if (cell.kind === 'number' && column.isSmallInteger) column.isSmallInteger = SMALL_INTEGER.test(cell.text);
    return `"${cell.text.includes('"') ? cell.text.replaceAll('"', '""') : cell.text}"`;
  }

  private grow(width: number): void {
    while (this.columns.length < width) this.columns.push({ kinds: new Set(), isSmallInteger: true });
  }
}
