import type { SavedQuery } from '#libs/api';
import { hasMark, textMark } from '#libs/drafts';
import type { SavedLink, StudioTab } from '../tabs/studio-tab';

/** How a tab stands to the saved query it holds; `new` when it holds none. */
export type SaveState = 'new' | 'saved' | 'changed';

/** Compares a tab's text with the text that was saved; this is not the dot in the strip, which is about the last run. */
export function saveStateOf({ sql, saved }: Pick<StudioTab, 'sql' | 'saved'>): SaveState {
  if (!saved) return 'new';
  return hasMark(sql, saved.mark) ? 'saved' : 'changed';
}

/** What a tab remembers of the query it was opened from or saved as. */
export function linkOf({ id, version, sql, updated_at: savedAt }: SavedQuery): SavedLink {
  return { queryId: id, version, mark: textMark(sql), savedAt };
}
