import { lossMessage } from '#libs/sessions';
import type { SessionEnd } from '#libs/sessions';
import type { TabSession } from './session-owner-rows.js';
import type { SessionKey, SessionSelector } from './session-key.js';
import type { PinnedSession } from './pinned-session.js';

/** Losses that no one has been notified of yet; the oldest are dropped. */
const MAX_LOSSES = 1000;

/** The sessions of this process, and what there is still to report of those that are gone. */
export class SessionRegistry {
  private readonly sessions = new Map<string, PinnedSession>();
  /** By tab, not by key: whose right has changed asks with another key. */
  private readonly losses = new Map<string, string>();

  find(key: SessionKey): PinnedSession | null {
    return this.sessions.get(textOf(key)) ?? null;
  }

  all(): PinnedSession[] {
    return [...this.sessions.values()];
  }

  of(connectionId: string): PinnedSession[] {
    return this.all().filter((pinned) => pinned.key.connectionId === connectionId);
  }

  /** The sessions of a tab on one connection: its owner may have had other rights before. */
  ofTab(session: TabSession): PinnedSession[] {
    const prefix = prefixOf(session);
    return [...this.sessions].flatMap(([key, pinned]) => (key.startsWith(prefix) ? [pinned] : []));
  }

  /** Whether the next run in a session is to report a loss. */
  hasLoss(session: TabSession): boolean {
    return this.losses.has(prefixOf(session));
  }

  /** Whether a session is open, or its loss was not reported yet. */
  isKnown(session: TabSession): boolean {
    return this.ofTab(session).length > 0 || this.hasLoss(session);
  }

  add(pinned: PinnedSession): void {
    this.sessions.set(textOf(pinned.key), pinned);
  }

  /** Forgets a session; false when that was done before. */
  delete(pinned: PinnedSession): boolean {
    return this.find(pinned.key) === pinned && this.sessions.delete(textOf(pinned.key));
  }

  /** Notes what is to be reported by the next run in a session; answers the words, null when there is nothing to report. */
  noteEnd(pinned: PinnedSession, end: SessionEnd): string | null {
    const message = lossMessage(end, pinned.holdings);
    if (message !== null) this.noteLoss(pinned.key, message);
    return message;
  }

  /** Forgets the losses of a session on one connection, or on all, and returns the sessions. */
  forgetLosses(meant: SessionSelector): TabSession[] {
    const keys = [...this.losses.keys()].filter((key) => key.startsWith(prefixOf(meant)));
    for (const key of keys) this.losses.delete(key);
    return keys.map((key) => ({ ...meant, connectionId: key.split(' ')[2] ?? '' }));
  }

  noteLoss(session: TabSession, message: string): void {
    this.losses.set(prefixOf(session), message);
    const [oldest] = this.losses.keys();
    if (this.losses.size > MAX_LOSSES && oldest !== undefined) this.losses.delete(oldest);
  }

  /** What is to be reported of a tab's session; it is reported once. */
  takeLoss(session: TabSession): string | null {
    const key = prefixOf(session);
    const message = this.losses.get(key) ?? null;
    this.losses.delete(key);
    return message;
  }
}

function textOf({ ownerId, id, connectionId, isReadOnly }: SessionKey): string {
  return `${prefixOf({ ownerId, id, connectionId })}${isReadOnly ? 'r' : 'w'}`;
}

/** Names hold no space. */
function prefixOf({ ownerId, id, connectionId }: SessionSelector): string {
  return connectionId === undefined ? `${ownerId} ${id} ` : `${ownerId} ${id} ${connectionId} `;
}
