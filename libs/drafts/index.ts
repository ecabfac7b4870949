export { isChanged, isEmpty, mergeDraft } from './merge-draft.js';
export type { AgreedDraft, DraftStep, LocalDraft, RemoteDraft } from './merge-draft.js';
export { hasMark, textMark } from './text-mark.js';
