import { hasMark, textMark } from '#libs/drafts';
import { newId } from '../../shared/ids/new-id';

/** One tab of the studio as it is kept in the browser, so that a reload loses nothing. */
export interface StudioTab {
  readonly id: string;
  /** A name that was given; null takes it from the text. */
  readonly title: string | null;
  /** Counts from 1; names a tab whose text gives no better name. */
  readonly number: number;
  readonly sql: string;
  readonly connectionId: string | null;
  /** 0-based offset of the cursor in `sql`. */
  readonly cursor: number;
  /** True when `sql` differs from the text as it stood at the last run. */
  readonly isDirty: boolean;
  /** Share of the height that the editor has, in percent. */
  readonly editorShare: number;
  readonly lastRun: LastRun | null;
  /** The saved query that the text was opened from or saved as. */
  readonly saved?: SavedLink | null;
  /** The bookmarked file that the text was opened from. */
  readonly file?: FileLink | null;
  /** Edits of rows that are not in the database yet. */
  readonly staged?: StagedText | null;
}

/** Staged edits as they are kept. Of two browsers' edits the later ones count. */
export interface StagedText {
  readonly connectionId: string;
  /** ISO 8601. */
  readonly changedAt: string;
  /** How many changes and invalid values there are. */
  readonly count: number;
  /** Items of a change set as JSON. */
  readonly text: string;
  /**
   * The change set that was sent of them to be applied or proposed, while no answer is known: they may be in the
   * database, and would be written a second time.
   */
  readonly sentId?: string | null;
}

/** What a tab knows of its file. */
export interface FileLink {
  readonly fileId: string;
  readonly name: string;
  /** The version of the file that the text was made from. */
  readonly etag: string;
  /** The mark of that version's text; empty while it is not known here. */
  readonly mark: string;
}

/** What a tab knows of its saved query. */
export interface SavedLink {
  readonly queryId: string;
  /** The version that the text was made from. */
  readonly version: number;
  /** The mark of that version's text. */
  readonly mark: string;
  /** ISO 8601. */
  readonly savedAt: string;
}

/** The editor's share of the height in a new tab, in percent. */
export const EDITOR_SHARE = 40;

/** What a tab remembers of its last run; `sqlOffset` is where the sent text began in the tab's text. */
export interface LastRun {
  readonly runId: string;
  readonly sqlOffset: number;
  readonly startedAt: string;
  readonly rowCount: number | null;
  /** The mark of the tab's whole text at the run; empty where it is not known. */
  readonly mark: string;
}

const TITLE_CHARACTERS = 32;
/** In which a leading comment that names a tab begins, in characters; dividers may come before it. */
const READ_CHARACTERS = 1000;

/** The name on a tab: the given one, else the first words of the text's leading comments, else `Query 3`. */
export function tabTitle(tab: Pick<StudioTab, 'title' | 'sql' | 'number'>): string {
  if (tab.title !== null && tab.title !== '') return tab.title;
  const words = leadingWords(tab.sql.slice(0, READ_CHARACTERS));
  if (words === null) return `Query ${tab.number}`;
  return words.length > TITLE_CHARACTERS ? `${words.slice(0, TITLE_CHARACTERS - 1).trimEnd()}…` : words;
}

/** The first comment before any SQL that is no divider: `orders` of `-- ==== orders ====`. */
function leadingWords(sql: string): string | null {
  for (const line of sql.split(/[\r\n]+/)) {
    const comment = line.trim();
    if (comment === '') continue;
    if (!comment.startsWith('--')) return null;
    const words = withoutDividers(comment.slice(2));
    if (/[\p{L}\p{N}]/u.test(words)) return words;
  }
  return null;
}

/** Without marks that stand by themselves on either side. */
function withoutDividers(comment: string): string {
  const words = comment.trim().split(/[ \t]+/);
  const isWord = (word: string): boolean => !/^[-=*#~_+|]+$/.test(word);
  return words.slice(words.findIndex(isWord), words.findLastIndex(isWord) + 1).join(' ');
}

/** Whether a text differs from what ran last; a text that never ran differs unless it is blank. */
export function isDirtyText(sql: string, lastRun: LastRun | null): boolean {
  return lastRun && lastRun.mark !== '' ? !hasMark(sql, lastRun.mark) : sql.trim() !== '';
}

/** Whether two links are to the same version of one file. */
export function isSameFileLink(one: FileLink | null, other: FileLink | null): boolean {
  if (one === null || other === null) return one === other;
  const keys = ['fileId', 'name', 'etag', 'mark'] as const;
  return keys.every((key) => one[key] === other[key]);
}

/** Whether something would be lost with a tab: a text, a name, a link or staged edits. */
export function holdsWork({ sql, title, saved, file, staged }: StudioTab): boolean {
  return sql.trim() !== '' || title !== null || Boolean(saved ?? file) || (staged?.count ?? 0) > 0;
}

/** A tab that nobody has done anything with. */
export function isUnused(tab: StudioTab): boolean {
  return !holdsWork(tab) && tab.lastRun === null;
}

/** The tab that gets the place of a closed one: its right neighbour, or the left one at the end of the strip. */
export function neighbourOf(ids: readonly string[], closedId: string): string | null {
  const index = ids.indexOf(closedId);
  return ids[index + 1] ?? ids[index - 1] ?? null;
}

/** The lowest number that no open tab has. */
export function nextTabNumber(tabs: readonly StudioTab[]): number {
  const taken = new Set(tabs.map((tab) => tab.number));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

/** Reads a stored tab; null when the text is none (a hand-edited or foreign value never breaks the page). */
export function parseTab(text: string | null): StudioTab | null {
  const value = parseObject(text);
  if (value === null || typeof value['id'] !== 'string' || typeof value['sql'] !== 'string') return null;
  return {
    id: value['id'],
    sql: value['sql'],
    title: stringOrNull(value['title']),
    number: countOr(value['number'], 1),
    connectionId: stringOrNull(value['connectionId']),
    cursor: Math.min(countOr(value['cursor'], 0), value['sql'].length),
    isDirty: value['isDirty'] === true,
    editorShare: Math.min(Math.max(countOr(value['editorShare'], EDITOR_SHARE), 10), 90),
    lastRun: parseLastRun(value['lastRun'], value['isDirty'] === true ? '' : textMark(value['sql'])),
    ...parseSaved(value['saved']),
    ...parseFile(value['file']),
    ...parseStaged(value['staged']),
  };
}

/** Reads a stored list of tab ids with the active one; null when the text is none. */
export function parseOrder(text: string | null): { order: string[]; activeId: string | null } | null {
  const value = parseObject(text);
  if (value === null || !Array.isArray(value['order'])) return null;
  const order = value['order'].filter((id): id is string => typeof id === 'string');
  return { order: [...new Set(order)], activeId: stringOrNull(value['activeId']) };
}

/** A tab that an earlier version kept has no mark: its text has `knownMark` as long as it is not dirty. */
function parseLastRun(value: unknown, knownMark: string): LastRun | null {
  if (!isObject(value) || typeof value['runId'] !== 'string') return null;
  return {
    runId: value['runId'],
    sqlOffset: countOr(value['sqlOffset'], 0),
    startedAt: typeof value['startedAt'] === 'string' ? value['startedAt'] : '',
    rowCount: typeof value['rowCount'] === 'number' ? value['rowCount'] : null,
    mark: stringOrNull(value['mark']) ?? knownMark,
  };
}

/** Left out when there is none, so that a tab without a saved query stays as it is. */
function parseSaved(value: unknown): { saved: SavedLink } | null {
  if (!isObject(value) || typeof value['queryId'] !== 'string' || typeof value['mark'] !== 'string') return null;
  const savedAt = stringOrNull(value['savedAt']) ?? '';
  return { saved: { queryId: value['queryId'], version: countOr(value['version'], 0), mark: value['mark'], savedAt } };
}

/** Left out when there is none, as with a saved query. */
function parseFile(value: unknown): { file: FileLink } | null {
  if (!isObject(value) || typeof value['fileId'] !== 'string' || typeof value['etag'] !== 'string') return null;
  const [name, mark] = [stringOrNull(value['name']) ?? '', stringOrNull(value['mark']) ?? ''];
  return { file: { fileId: value['fileId'], etag: value['etag'], name, mark } };
}

/** Left out when there is none, as with a saved query. */
function parseStaged(value: unknown): { staged: StagedText } | null {
  if (!isObject(value) || typeof value['connectionId'] !== 'string' || typeof value['text'] !== 'string') return null;
  const [connectionId, changedAt] = [value['connectionId'], stringOrNull(value['changedAt']) ?? ''];
  const sentId = stringOrNull(value['sentId']);
  const sent = sentId === null ? {} : { sentId };
  return { staged: { connectionId, changedAt, count: countOr(value['count'], 0), text: value['text'], ...sent } };
}

function parseObject(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function countOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}

/** The text of a tab as a tab of its own, without its links and edits. */
export function apartOf({ title, sql, connectionId, cursor, editorShare }: StudioTab): Omit<StudioTab, 'number'> & {
  readonly number: null;
} {
  return { id: newId(), title, sql, connectionId, cursor, editorShare, isDirty: true, lastRun: null, number: null };
}
