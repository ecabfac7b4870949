import { MAX_STAGED_CHARACTERS } from '#libs/api';
import type { Draft, DraftInput, DraftRun, DraftStaging } from '#libs/api';
import { textMark } from '#libs/drafts';
import type { LocalDraft, RemoteDraft } from '#libs/drafts';
import type { DraftRecord } from './draft-records';
import { EDITOR_SHARE, isDirtyText } from '../tabs/studio-tab';
import type { FileLink, LastRun, SavedLink, StagedText, StudioTab } from '../tabs/studio-tab';
import type { AddedTab } from '../tabs/tabs.store';

/** A longer text is not sent again only because the cursor moved. */
const CURSOR_ALONE_CHARACTERS = 100_000;

/** The longest name that the server keeps. */
const TITLE_CHARACTERS = 200;

/** What a tab is sent as, over the version that the server is known to have. */
export function inputOf(tab: StudioTab, position: number, version: number, writer: string): DraftInput {
  return {
    title: tab.title?.slice(0, TITLE_CHARACTERS) ?? null,
    sql: tab.sql,
    cursor: Math.min(tab.cursor, tab.sql.length),
    connection_id: tab.connectionId,
    position,
    version,
    query_id: tab.saved?.queryId ?? null,
    query_version: tab.saved?.version ?? null,
    file_id: tab.file?.fileId ?? null,
    file_etag: tab.file?.etag ?? null,
    writer,
    number: tab.number,
    last_run: runOf(tab.lastRun),
    ...sentStaging(tab),
  };
}

/** What a tab in dispute is sent as: what the other browser wrote, with the run and the staged edits of this one. */
export function disputedInputOf(tab: StudioTab, theirs: Draft): DraftInput {
  const { title, sql, cursor, connection_id, position, version, query_id, query_version, file_id, file_etag } = theirs;
  const text = { title, sql, cursor, connection_id, position, version, query_id, query_version, file_id, file_etag };
  const run = { number: tab.number, last_run: runOf(tab.lastRun), ...sentStaging(tab) };
  // Without a writer: over a version of its own, a browser would send its text unasked.
  return { ...text, ...run, writer: null };
}

/** What is noted when the server has a draft. */
export function recordOf(draft: DraftInput | Draft, version: number): DraftRecord {
  const labels = labelsOfDraft(draft);
  const run = runMark(draft.number ?? null, draft.last_run ?? null, draft.staged ?? null);
  return { version, mark: textMark(draft.sql), labels, cursor: draft.cursor, run };
}

function labelsOfDraft(draft: DraftInput | Draft): string {
  const query = [draft.query_id ?? null, draft.query_version ?? null] as const;
  return labelsOf(draft.title, draft.connection_id, query, [draft.file_id ?? null, draft.file_etag ?? null]);
}

/** The name, connection and links of a draft that was renamed or moved while only the text was changed here; else null. */
export function labelChangeOf(draft: Draft, tab: StudioTab, agreed: DraftRecord | null): Partial<StudioTab> | null {
  if (agreed?.labels !== localDraftOf(tab, agreed).labels || labelsOfDraft(draft) === agreed.labels) return null;
  const { title, connectionId, saved, file } = changeOf(draft, tab);
  return { title, connectionId, saved, ...(file === undefined ? {} : { file }) };
}

/** A tab as the merge rule sees it; `older` as of `OlderCopies`. */
export function localDraftOf(
  tab: StudioTab,
  agreed: DraftRecord | null,
  older: LocalDraft['older'] = null,
): LocalDraft {
  const labels = labelsOf(
    tab.title?.slice(0, TITLE_CHARACTERS) ?? null,
    tab.connectionId,
    [tab.saved?.queryId ?? null, tab.saved?.version ?? null],
    [tab.file?.fileId ?? null, tab.file?.etag ?? null],
  );
  return { sql: tab.sql, labels, edits: editsOf(tab, agreed), agreed, older };
}

/** Edits that are too long for the server are never sent. */
function editsOf(tab: StudioTab, agreed: DraftRecord | null): LocalDraft['edits'] {
  if ((tab.staged?.count ?? 0) === 0) return 'none';
  const isSent = agreed !== null && stagingOf(tab.staged ?? null) !== null && !isRunWorthSending(tab, agreed);
  return isSent ? 'sent' : 'unsent';
}

/** Whether a draft has staged edits that are not those of a record. */
export function hasOtherEdits(draft: Draft, record: DraftRecord): boolean {
  return (draft.staged?.change_count ?? 0) > 0 && recordOf(draft, draft.version).run !== record.run;
}

/** Whether only the cursor is elsewhere than the server has it, in a text that is short enough to be sent for that. */
export function isCursorWorthSending(tab: StudioTab, record: DraftRecord): boolean {
  return tab.cursor !== record.cursor && tab.sql.length <= CURSOR_ALONE_CHARACTERS;
}

/** Whether the server has another number, last run or staged edits of a tab. */
export function isRunWorthSending(tab: StudioTab, record: DraftRecord): boolean {
  const staged = stagingOf(tab.staged ?? null);
  if (tab.lastRun === null && staged === null) return false;
  return record.run !== runMark(tab.number, runOf(tab.lastRun), staged);
}

/**
 * What a tab takes over of the server's number, last run and staged edits; null for nothing. Two browsers always agree in
 * the end.
 */
export function runChangeOf(draft: Draft, tab: StudioTab): Partial<StudioTab> | null {
  const [theirs, staged] = [lastRunOf(draft), stagedOf(draft)];
  const number = draft.number ?? tab.number;
  const isTheirs = theirs !== null && isLater(theirs, tab.lastRun);
  const isStaged = staged !== null && isLaterStaging(staged, tab.staged ?? null);
  if (number === tab.number && !isTheirs && !isStaged) return null;
  return { number, ...(isTheirs ? { lastRun: theirs } : {}), ...(isStaged ? { staged } : {}) };
}

/** Of the same edits, the note that the server has first counts: only one browser sends them. */
function isLaterStaging(theirs: StagedText, mine: StagedText | null): boolean {
  if (mine === null || theirs.changedAt !== mine.changedAt) return theirs.changedAt > (mine?.changedAt ?? '');
  return (theirs.sentId ?? null) !== null && theirs.sentId !== mine.sentId;
}

function stagedOf({ staged }: Draft): StagedText | null {
  if (!staged) return null;
  const { connection_id: connectionId, changed_at: changedAt, change_count: count, items: text } = staged;
  return { connectionId, changedAt, count, text, ...(staged.sent_change_id ? { sentId: staged.sent_change_id } : {}) };
}

/** The staged edits as they are sent; those that are too long for the server stay here. */
export function stagingOf(staged: StagedText | null): DraftStaging | null {
  if (staged === null || staged.text.length > MAX_STAGED_CHARACTERS) return null;
  const { connectionId, changedAt, count, text, sentId } = staged;
  const sent = sentId ? { sent_change_id: sentId } : {};
  return { connection_id: connectionId, changed_at: changedAt, change_count: count, items: text, ...sent };
}

/** A tab that knows of no edits leaves those of the server alone, which it may be unable to show. */
function sentStaging({ staged = null }: StudioTab): Pick<DraftInput, 'staged'> {
  return staged === null ? {} : { staged: stagingOf(staged) };
}

/** Whether a run began later, or is the same one with more of its rows counted. */
function isLater(theirs: LastRun, mine: LastRun | null): boolean {
  if (mine === null) return true;
  if (theirs.runId === mine.runId) return (theirs.rowCount ?? -1) > (mine.rowCount ?? -1);
  const afterMs = (Date.parse(theirs.startedAt) || 0) - (Date.parse(mine.startedAt) || 0);
  return afterMs === 0 ? theirs.runId > mine.runId : afterMs > 0;
}

function lastRunOf({ last_run: run }: Draft): LastRun | null {
  if (!run) return null;
  const { run_id: runId, sql_offset: sqlOffset, started_at: startedAt, row_count: rowCount, mark } = run;
  return { runId, sqlOffset, startedAt, rowCount, mark };
}

function runOf(lastRun: LastRun | null): DraftRun | null {
  if (lastRun === null) return null;
  const { runId, sqlOffset, startedAt, rowCount, mark } = lastRun;
  return { run_id: runId, sql_offset: sqlOffset, started_at: startedAt, row_count: rowCount, mark };
}

/** Number, last run and staged edits as one comparable text; without edits it is that of earlier versions. */
function runMark(number: number | null, run: DraftRun | null, staged: DraftStaging | null): string {
  const edits = staged === null ? [] : [staged.changed_at, ...(staged.sent_change_id ? [staged.sent_change_id] : [])];
  return JSON.stringify([number, run?.run_id, run?.sql_offset, run?.row_count, run?.mark, ...edits]);
}

/** The server's copy as the merge rule sees it. */
export function remoteDraftOf(draft: Draft | undefined, isClosed: boolean): RemoteDraft {
  if (draft)
    return { kind: 'open', sql: draft.sql, labels: labelsOfDraft(draft), version: draft.version, writer: draft.writer };
  return { kind: isClosed ? 'closed' : 'unknown' };
}

/** What a tab takes over from the server's copy, besides its run. */
export function changeOf(draft: Draft, known: Pick<StudioTab, 'saved' | 'file'>): Partial<StudioTab> {
  const { title, sql, connection_id: connectionId } = draft;
  return {
    title,
    sql,
    connectionId,
    cursor: Math.min(draft.cursor, sql.length),
    saved: linkOf(draft, known.saved ?? null),
    ...fileOf(draft, known.file ?? null),
  };
}

/** A tab of another browser, as it is opened here. */
export function tabOf(draft: Draft): AddedTab {
  const { id, title, sql, connection_id: connectionId, number } = draft;
  const lastRun = lastRunOf(draft);
  const cursor = Math.min(draft.cursor, sql.length);
  const isDirty = isDirtyText(sql, lastRun);
  const saved = linkOf(draft, null);
  const staged = stagedOf(draft);
  return {
    id,
    title,
    sql,
    connectionId,
    cursor,
    isDirty,
    editorShare: EDITOR_SHARE,
    lastRun,
    number,
    saved,
    ...fileOf(draft, null),
    ...(staged === null ? {} : { staged }),
  };
}

/** A file that is not known here yet has neither name nor mark until it was read; left out when there is none. */
function fileOf({ file_id: fileId, file_etag: etag }: Draft, known: FileLink | null): { file?: FileLink | null } {
  if (fileId === null) return known === null ? {} : { file: null };
  if (known?.fileId === fileId && known.etag === etag) return { file: known };
  return { file: { fileId, etag: etag ?? '', name: '', mark: '' } };
}

/** The mark of a query that is not known here yet is empty: no text fits it until the query was read. */
function linkOf({ query_id: queryId, query_version: version }: Draft, known: SavedLink | null): SavedLink | null {
  if (queryId === null) return null;
  if (known?.queryId === queryId && known.version === version) return known;
  return { queryId, version: version ?? 0, mark: '', savedAt: '' };
}

/** As long as no file is meant, the text is that of earlier versions, so that nothing looks changed. */
function labelsOf(
  title: string | null,
  connectionId: string | null,
  query: readonly [string | null, number | null],
  file: readonly [string | null, string | null],
): string {
  return JSON.stringify([title, connectionId, ...query, ...(file[0] === null ? [] : file)]);
}
