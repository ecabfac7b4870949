/** What a session had that ends with it. */
export interface SessionContents {
  readonly hasTransaction: boolean;
  /** Settings, temporary tables, prepared statements, locks. */
  readonly hasState: boolean;
}

/** Why a session is gone. */
export type SessionEnd = 'lost' | 'given-up' | 'released' | 'connection-changed' | 'access-changed' | 'reset';

const BEGINNINGS: Readonly<Record<SessionEnd, string>> = {
  lost: 'The session was lost',
  'given-up': 'The session was closed because the database did not answer',
  released: 'The session was released because it was idle',
  'connection-changed': 'The session was ended because its connection changed',
  'access-changed': 'The session was ended because what you may do has changed',
  reset: 'You reset your sessions on this connection',
};

/**
 * Says what is gone with a session; null when that is nothing. The outcome of a transaction in a session that was given
 * up is not known here: a `COMMIT` may have arrived.
 */
export function lossMessage(end: SessionEnd, { hasTransaction, hasState }: SessionContents): string | null {
  if (!hasTransaction && !hasState) return null;
  if (hasTransaction && end === 'given-up') {
    return `${BEGINNINGS[end]}: its settings and temporary tables are gone, and the server decides the outcome of the open transaction.`;
  }
  const gone = hasTransaction
    ? 'its settings, temporary tables and the open transaction are gone'
    : 'its settings and temporary tables are gone';
  return `${BEGINNINGS[end]}: ${gone}.`;
}

/**
 * Says under the error of a statement what is gone with its session. `hint` is what the engine adds: of a lost session it
 * says what may be kept, so that an open transaction is not known to be gone.
 */
export function lossHint(end: SessionEnd, contents: SessionContents, hint: string | null): string | null {
  if (end !== 'lost' || hint === null) return lossMessage(end, contents) ?? hint;
  const gone = lossMessage(end, { ...contents, hasTransaction: false });
  return gone === null ? hint : `${gone} ${hint}`;
}

/** For a session that only its tab remembers, so that what exactly it held is unknown. */
export const FORGOTTEN_SESSION =
  'The session was lost: its settings, its temporary tables and a transaction that was open are gone.';

/** Said after the time for a transaction ran out; without the time where that is not known. */
export function rolledBackMessage(afterMs: number | null): string {
  if (afterMs === null) return 'The open transaction was rolled back because it was idle.';
  const minutes = afterMs / 60_000;
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `The open transaction was rolled back because it was idle for ${time}.`;
}
