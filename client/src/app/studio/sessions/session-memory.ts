import { inject, Service } from '@angular/core';
import type { RunSession } from '#libs/api';
import { Identity } from '../../shared/identity/identity';
import { KeptItems } from '../../shared/storage/kept-items';

/** What a tab counts on: a session with something in it that would be missed. */
export interface RememberedSession {
  readonly connectionId: string;
  readonly openedAt: string;
  readonly hasTransaction: boolean;
}

const KEY = 'dw.studio.session.';

/**
 * Remembers, beside the tab and across reloads, the session that the tab counts on, so that a text written for it is
 * not run in another one unasked.
 */
@Service()
export class SessionMemory {
  private readonly key = inject(Identity).personalKey(KEY);
  private readonly items = new KeptItems();

  /** What the tab counts on; null when nothing would be missed. */
  find(tabId: string): RememberedSession | null {
    try {
      const value = JSON.parse(this.items.read(this.key + tabId) ?? 'null') as Partial<RememberedSession> | null;
      const { connectionId, openedAt, hasTransaction } = value ?? {};
      if (typeof connectionId !== 'string' || typeof openedAt !== 'string') return null;
      return { connectionId, openedAt, hasTransaction: hasTransaction === true };
    } catch {
      return null;
    }
  }

  /** Takes what is known of a tab's session on a connection. */
  note(tabId: string, connectionId: string, session: RunSession | null): void {
    const isMissable = session !== null && (session.has_state || session.transaction !== 'none');
    const known = this.find(tabId);
    if (isMissable) {
      const hasTransaction = session.transaction !== 'none';
      const remembered: RememberedSession = { connectionId, openedAt: session.opened_at, hasTransaction };
      this.items.write(this.key + tabId, JSON.stringify(remembered));
    } else if (known === null || known.connectionId === connectionId) this.items.write(this.key + tabId, null);
  }

  /** Forgets the session of a closed tab. */
  forget(tabId: string): void {
    this.items.write(this.key + tabId, null);
  }
}
