import { hasMark } from './text-mark.js';

/** What a browser holds of a tab. */
export interface LocalDraft {
  readonly sql: string;
  /** Name, connection and query of the tab, as one comparable text. */
  readonly labels: string;
  /** Whether edits of rows are staged in the tab, and whether the server has them. */
  readonly edits: 'none' | 'sent' | 'unsent';
  /** What browser and server last agreed on; null when the server has never confirmed this tab. */
  readonly agreed: AgreedDraft | null;
  /**
   * Set where the browser had no room for the text that was sent last: `sql` is an earlier one, as it was kept or
   * changed since.
   */
  readonly older: 'unchanged' | 'changed' | null;
}

/** The state that both sides had when they last met. */
export interface AgreedDraft {
  readonly version: number;
  /** The mark of the text. */
  readonly mark: string;
  readonly labels: string;
}

/** What the server holds of a tab: a draft, a tab that was closed, or nothing. */
export type RemoteDraft =
  | {
      readonly kind: 'open';
      readonly sql: string;
      readonly labels: string;
      readonly version: number;
      readonly writer: string | null;
    }
  | { readonly kind: 'closed' }
  | { readonly kind: 'unknown' };

/**
 * What a browser does about a tab:
 * - `nothing`: both sides agree;
 * - `agree`: the texts are equal, only the version is new;
 * - `take`: the server's text or name is newer and nothing was changed here;
 * - `send`: what is here is newer, and `version` is the one it may replace;
 * - `close`: it was closed elsewhere and nothing was typed or staged here since;
 * - `ask`: both sides have changed, only a person can choose.
 */
export type DraftStep =
  | { readonly kind: 'nothing' | 'agree' | 'take' | 'close' | 'ask' }
  | { readonly kind: 'send'; readonly version: number };

/**
 * Decides between the two copies of a tab so that nothing typed is ever lost without being asked. `writer` is this
 * browser's name: a version that it wrote itself, but whose receipt was lost, is no other person's change.
 */
export function mergeDraft(local: LocalDraft | null, remote: RemoteDraft, writer: string): DraftStep {
  if (local === null) return { kind: remote.kind === 'open' ? 'take' : 'nothing' };
  if (remote.kind === 'unknown')
    return isEmpty(local) && !local.agreed ? { kind: 'nothing' } : { kind: 'send', version: 0 };
  if (remote.kind === 'closed')
    return local.agreed && !isChanged(local) && local.edits !== 'unsent'
      ? { kind: 'close' }
      : { kind: 'send', version: 0 };
  const { agreed } = local;
  const isSame = remote.sql === local.sql;
  if (local.older !== null && !isSame) return { kind: local.older === 'unchanged' ? 'take' : 'ask' };
  if (agreed?.version === remote.version) return isChanged(local) ? sendOver(remote.version) : { kind: 'nothing' };
  if (isSame) return mergeLabels(local, remote.labels) ?? sendOver(remote.version);
  if (agreed && !isChanged(local)) return { kind: remote.version > agreed.version ? 'take' : 'ask' };
  if (!agreed && isEmpty(local)) return { kind: 'take' };
  const isTextUntouchedThere = agreed !== null && hasMark(remote.sql, agreed.mark);
  return isTextUntouchedThere || remote.writer === writer ? sendOver(remote.version) : { kind: 'ask' };
}

/** Both texts are equal: the labels of the side that changed them hold; null where those of this browser do. */
function mergeLabels({ labels, agreed }: LocalDraft, remoteLabels: string): DraftStep | null {
  if (agreed && agreed.labels !== labels) return null;
  return { kind: agreed && remoteLabels !== labels ? 'take' : 'agree' };
}

/** Whether a tab has nothing that could be lost. */
export function isEmpty({ sql, edits }: LocalDraft): boolean {
  return sql.trim() === '' && edits === 'none';
}

/** Whether something was changed here since both sides met. */
export function isChanged({ sql, labels, agreed, older }: LocalDraft): boolean {
  return labels !== agreed?.labels || (older !== 'unchanged' && !hasMark(sql, agreed.mark));
}

function sendOver(version: number): DraftStep {
  return { kind: 'send', version };
}
