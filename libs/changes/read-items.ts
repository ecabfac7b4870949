import { MAX_PARAMETERS, PARAMETER_TYPES } from '../api/index.js';
import type { ChangeItem } from '../api/index.js';
import type { FieldError } from '../problem/index.js';
import { MAX_CHANGE_ITEMS, editedRow } from './change-items.js';

/** What is wrong with items, as JSON pointers into the request. More are not listed. */
const MAX_FAULTS = 20;
/** More than a table of any engine has. */
export const MAX_COLUMNS = 2_000;
const MAX_NAME = 1_000;

/** Items that were read, or what is wrong with them. */
export type ReadItems =
  { readonly kind: 'valid'; readonly items: ChangeItem[] } | { readonly kind: 'faulty'; readonly faults: FieldError[] };

type Known = 'kind' | 'sql' | 'key' | 'before' | 'values' | 'default';
type Members = Readonly<Record<string, unknown>> & Readonly<Partial<Record<Known, unknown>>>;

const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['insert', ['kind', 'schema', 'table', 'values']],
  ['update', ['kind', 'schema', 'table', 'key', 'before', 'values']],
  ['delete', ['kind', 'schema', 'table', 'key', 'before']],
  ['statement', ['kind', 'sql', 'values']],
]);

/** What is known when items are read. */
export interface ReadingRules {
  /** Texts of the database may hold NUL. */
  readonly mayHoldNul?: boolean;
  /** The items that are there already. */
  readonly count?: number;
  /** Whether one of them edits a row, by its `editedRow`. */
  readonly isEdited?: (row: string) => boolean;
}

/**
 * Reads the items of a change set from JSON. Unknown members, cells without their former value, and two edits of one row
 * are refused; so are values with NUL, unless texts of the database may hold it.
 */
export function readItems(json: unknown, { mayHoldNul = false, count = 0, isEdited }: ReadingRules = {}): ReadItems {
  const faults: FieldError[] = [];
  const report = (pointer: string, detail: string): void => void faults.push({ pointer: `/items${pointer}`, detail });
  if (!Array.isArray(json) || count + json.length > MAX_CHANGE_ITEMS) {
    report('', `must be a list of at most ${MAX_CHANGE_ITEMS - count} items`);
    return { kind: 'faulty', faults };
  }
  const isValue = mayHoldNul ? isTextWithNul : isText;
  json.forEach((item: unknown, index) =>
    checkItem(item, isValue, (path, detail) => report(`/${index}${path}`, detail)),
  );
  if (faults.length === 0) findTwins(json as ChangeItem[], isEdited ?? (() => false), report);
  if (faults.length > 0) return { kind: 'faulty', faults: faults.slice(0, MAX_FAULTS) };
  return { kind: 'valid', items: json as ChangeItem[] };
}

type Report = (pointer: string, detail: string) => void;
type IsText = (value: unknown) => value is string;

function checkItem(item: unknown, isValue: IsText, report: Report): void {
  const members = isMembers(item) ? MEMBERS.get(String(item.kind)) : undefined;
  if (!isMembers(item) || members === undefined) {
    report('/kind', 'must be insert, update, delete or statement');
    return;
  }
  for (const name of Object.keys(item)) if (!members.includes(name)) report(`/${escaped(name)}`, 'is not known');
  if (item.kind === 'statement') {
    if (!isText(item.sql) || item.sql.trim() === '') report('/sql', 'must be a statement');
    if (item.values !== undefined && !isBoundValues(item.values))
      report('/values', 'must be a list of texts and types');
    return;
  }
  for (const name of ['schema', 'table'] as const)
    if (!isPlaceName(item[name], name === 'schema')) report(`/${name}`, 'must be a name');
  if (members.includes('values')) checkCells(item.values, '/values', (value) => isChangeValue(value, isValue), report);
  if (members.includes('before')) checkFormer(item, isValue, report);
}

function checkFormer(item: Members, isValue: IsText, report: Report): void {
  checkCells(item.before, '/before', (value) => value === null || isValue(value), report);
  checkCells(item.key, '/key', isValue, report);
  const { before, key, values } = item;
  if (isMembers(key) && Object.keys(key).length === 0) report('/key', 'must name at least one column');
  if (item.kind !== 'update' || !isMembers(before) || !isMembers(values)) return;
  if (Object.keys(values).length === 0) report('/values', 'must have at least one value');
  const missing = Object.keys(values).filter((name) => !Object.hasOwn(before, name));
  for (const name of missing) report(`/before/${escaped(name)}`, 'the former value is missing');
}

function checkCells(cells: unknown, at: string, isValid: (value: unknown) => boolean, report: Report): void {
  if (!isMembers(cells) || Object.keys(cells).length > MAX_COLUMNS) {
    report(at, 'must map names of columns to values');
    return;
  }
  for (const [name, value] of Object.entries(cells)) {
    if (!isColumnName(name) || !isValid(value)) report(`${at}/${escaped(name)}`, 'is not a value of a column');
  }
}

/** Two edits of a row would depend on each other, and the second one's former values would be those of the first. */
function findTwins(items: readonly ChangeItem[], isEdited: (row: string) => boolean, report: Report): void {
  const seen = new Set<string>();
  items.forEach((item, index) => {
    const row = editedRow(item);
    if (row === null) return;
    if (seen.has(row) || isEdited(row)) report(`/${index}/key`, 'another item edits this row already');
    seen.add(row);
  });
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Only some databases take NUL, and none takes half a surrogate pair. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !/[\0\p{Surrogate}]/u.test(value);
}

/** Whether a text is taken as the name of a schema or table. */
export function isPlaceName(value: unknown, mayBeEmpty: boolean): boolean {
  return isText(value) && value.length <= MAX_NAME && (mayBeEmpty || value !== '');
}

/** Whether a text is taken as the name of a column, which SQLite lets be empty. */
export function isColumnName(name: string): boolean {
  return isPlaceName(name, true);
}

function isTextWithNul(value: unknown): value is string {
  return typeof value === 'string' && !/\p{Surrogate}/u.test(value);
}

function isChangeValue(value: unknown, isValue: IsText): boolean {
  if (value === null || isValue(value)) return true;
  return isMembers(value) && value.default === true && Object.keys(value).length === 1;
}

function isBoundValues(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MAX_PARAMETERS) return false;
  return value.every((one: unknown) => {
    if (!isMembers(one) || Object.keys(one).length !== 2) return false;
    const { text, type } = one;
    const isKnown = type === null || PARAMETER_TYPES.some((known) => known === type);
    return isKnown && (text === null || isText(text));
  });
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
