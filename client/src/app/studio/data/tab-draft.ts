import type { Draft, DraftInput } from '#libs/api';
import { textMark } from '#libs/drafts';
import type { LocalDraft, RemoteDraft } from '#libs/drafts';
import type { DraftRecord } from './draft-records';
import { EDITOR_SHARE } from './studio-tab';
import type { FileLink, SavedLink, StudioTab } from './studio-tab';

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
  };
}

/** What is noted when the server has a draft. */
export function recordOf(draft: DraftInput | Draft, version: number): DraftRecord {
  const query = [draft.query_id ?? null, draft.query_version ?? null] as const;
  const labels = labelsOf(draft.title, draft.connection_id, query, [draft.file_id ?? null, draft.file_etag ?? null]);
  return { version, mark: textMark(draft.sql), labels, cursor: draft.cursor };
}

/** A tab as the merge rule sees it. */
export function localDraftOf(tab: StudioTab, agreed: DraftRecord | null): LocalDraft {
  const labels = labelsOf(
    tab.title?.slice(0, TITLE_CHARACTERS) ?? null,
    tab.connectionId,
    [tab.saved?.queryId ?? null, tab.saved?.version ?? null],
    [tab.file?.fileId ?? null, tab.file?.etag ?? null],
  );
  return { sql: tab.sql, labels, agreed };
}

/** Whether only the cursor is elsewhere than the server has it, in a text that is short enough to be sent for that. */
export function isCursorWorthSending(tab: StudioTab, record: DraftRecord): boolean {
  return tab.cursor !== record.cursor && tab.sql.length <= CURSOR_ALONE_CHARACTERS;
}

/** The server's copy as the merge rule sees it. */
export function remoteDraftOf(draft: Draft | undefined, isClosed: boolean): RemoteDraft {
  if (draft) return { kind: 'open', sql: draft.sql, version: draft.version, writer: draft.writer };
  return { kind: isClosed ? 'closed' : 'unknown' };
}

/** What a tab takes over from the server's copy. It has no last run here, so nothing runs by itself. */
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
export function tabOf(draft: Draft): Omit<StudioTab, 'number'> {
  const { id, title, sql, connection_id: connectionId } = draft;
  const cursor = Math.min(draft.cursor, sql.length);
  const isDirty = sql.trim() !== '';
  const saved = linkOf(draft, null);
  return {
    id,
    title,
    sql,
    connectionId,
    cursor,
    isDirty,
    editorShare: EDITOR_SHARE,
    lastRun: null,
    saved,
    ...fileOf(draft, null),
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
