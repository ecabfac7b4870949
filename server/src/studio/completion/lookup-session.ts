import type { Actor } from '#libs/access';
import type { Cell } from '#libs/api';
import { noopSink, SessionSlots } from '../../connections/index.js';
import type { Connector } from '../../connections/index.js';

/** A lookup that comes later than this is of no use to a person who types. */
export const LOOKUP_MS = 2_000;

/** On whose behalf something is looked up, and where. */
export interface LookupPlace {
  readonly actor: Actor;
  readonly connectionId: string;
  readonly connector: Connector;
  readonly signal: AbortSignal;
}

/** The rows of a lookup, or the database's reason against it. */
export interface LookupRows {
  readonly rows: readonly (readonly Cell[])[];
  readonly reason: string | null;
  /** The role may not read them. */
  readonly isDenied: boolean;
}

/** `insufficient_privilege` */
const DENIED = '42501';

/** Runs one query in a session of its own in which the engine refuses writes. */
export async function lookUp(
  slots: SessionSlots,
  { actor, connectionId, connector, signal }: LookupPlace,
  sql: string,
): Promise<LookupRows> {
  const rows: (readonly Cell[])[] = [];
  const claim = { actor, connectionId, purpose: 'once', signal } as const;
  const session = await slots.openSession(claim, connector, { isReadOnly: true });
  try {
    const outcome = await session.run(sql, { ...noopSink, row: (row) => rows.push([...row]) > 0 }, signal);
    const error = outcome.status === 'failed' ? outcome.error : null;
    return { rows, reason: error?.message ?? null, isDenied: error?.sqlstate === DENIED };
  } finally {
    await session.release();
  }
}

/** A function, so that TypeScript does not narrow across the await. */
export function isAborted({ aborted }: AbortSignal): boolean {
  return aborted;
}
