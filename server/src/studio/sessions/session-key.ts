/** Which session is meant: ids are only unique for one person on one connection. */
export interface SessionKey {
  readonly ownerId: string;
  readonly id: string;
  readonly connectionId: string;
  /** Whether its owner may only read: another right needs another session. */
  readonly isReadOnly: boolean;
}

/** Sessions of one id: on one connection, or on all. */
export type SessionSelector = Pick<SessionKey, 'ownerId' | 'id'> & { readonly connectionId?: string | undefined };
