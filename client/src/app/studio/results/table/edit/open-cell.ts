import type { ChangeValue, EditableColumn, ResultRow } from '#libs/api';

/** In CSS pixels: of a field, and of what is listed beside it. */
const LEAST_WIDTH = 160;
const MOST_BESIDE = 420;

/** Where the editor of a cell stands, in CSS pixels from the corner of the table. */
export interface CellBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** There is more room above it than below. */
  readonly isLow: boolean;
  /** What is beside the field ends where the field ends: there is more room at its left. */
  readonly isRight: boolean;
}

/** The place of the editor of a cell that is drawn at `cell`, in a table that is drawn at `table`: it stays in the table. */
export function cellBox(cell: Rect, table: Rect): CellBox {
  const { height } = cell;
  const [start, top] = [cell.left - table.left, cell.top - table.top];
  const width = Math.max(cell.width, LEAST_WIDTH);
  // A cell that is wide enough has a field of its own size.
  const left = width > cell.width ? Math.max(0, Math.min(start, table.width - width)) : start;
  const room = table.width - left;
  const isRight = room < MOST_BESIDE && left + width > room;
  return { left, top, width, height, isLow: top > table.height - top - height, isRight };
}

/** As `getBoundingClientRect` gives it. */
type Rect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** A cell that is being edited. */
export interface OpenCell {
  /** Another one for each edit, also of the same cell. */
  readonly id: number;
  readonly row: ResultRow;
  /** Its row as the rows stand, from 0. */
  readonly rowIndex: number;
  /** The place of its column in the result. */
  readonly index: number;
  readonly column: EditableColumn;
  readonly value: ChangeValue;
  /** What was typed to begin with, in the place of the value; null edits the value. */
  readonly typed: string | null;
  /** The text that it has in place of a value that its column takes. */
  readonly invalid: string | null;
}

/** Where the focus goes after an edit. */
export type EditMove = 'down' | 'right' | 'left' | 'stay';

/** The end of an edit. An invalid value is a text that the column does not take: it stays in its cell. */
export interface CommittedCell {
  readonly value: ChangeValue;
  readonly isInvalid: boolean;
  readonly move: EditMove;
}

/** How a value is entered: in a field, from a list, or over several lines. */
export type EditorFace = 'field' | 'list' | 'lines';

/** How values of a column are entered, and those that can be chosen. Booleans are chosen as the database prints them. */
export function editorFace(
  { kind, type, choices }: Pick<EditableColumn, 'kind' | 'type' | 'choices'>,
  value: ChangeValue,
): { face: EditorFace; choices: readonly string[] } {
  if (choices !== undefined) return { face: 'list', choices };
  if (kind === 'boolean')
    return { face: 'list', choices: value === 't' || value === 'f' ? ['t', 'f'] : ['true', 'false'] };
  const hasLines = ['text', 'array', 'other'].includes(kind) || (kind === 'json' && /^jsonb?$/i.test(type));
  // A field of one line drops the others.
  return { face: hasLines || (typeof value === 'string' && /[\r\n]/.test(value)) ? 'lines' : 'field', choices: [] };
}

/** What an editor begins with: of a list, the first choice that begins with what was typed. */
export function firstText(
  { value, typed, invalid }: Pick<OpenCell, 'value' | 'typed' | 'invalid'>,
  choices: readonly string[],
): string {
  const known = typeof value === 'string' ? value : '';
  if (typed === null || choices.length === 0) return typed ?? invalid ?? known;
  return choices.find((choice) => choice.toLowerCase().startsWith(typed.toLowerCase())) ?? known;
}
