import { Injectable } from '@nestjs/common';
import { Clock, PostgresStateClient } from '../../platform/index.js';

/** The sessions of one tab on one connection, whatever may be done in them. */
export interface TabSession {
  readonly ownerId: string;
  readonly id: string;
  readonly connectionId: string;
}

/** Which process holds such a session. */
export interface SessionOwner {
  readonly process: string;
  /** Whether something would be lost with the session. */
  readonly hasState: boolean;
}

const KEY = 'user_id = $1 AND session_id = $2 AND connection_id = $3';
const OWNER = 'process, has_state AS "hasState"';

/**
 * The table of sessions and their processes in a state in Postgres. Each method is one statement, which Postgres makes
 * atomic, so that a run does not wait for the writers of the state.
 */
@Injectable()
export class SessionOwnerRows {
  constructor(
    private readonly stateClient: PostgresStateClient,
    private readonly clock: Clock,
  ) {}

  /** Makes `process` the owner where there is none, or it is already; true where it is now. */
  async claim(session: TabSession, process: string): Promise<boolean> {
    const rows = await this.stateClient.rows(
      `INSERT INTO studio_session_owner (user_id, session_id, connection_id, process, has_state, changed_at)
       VALUES ($1, $2, $3, $4, false, $5)
       ON CONFLICT (user_id, session_id, connection_id) DO UPDATE SET changed_at = EXCLUDED.changed_at
       WHERE studio_session_owner.process = EXCLUDED.process
       RETURNING process`,
      [...keyOf(session), process, this.clock.now()],
    );
    return rows.length > 0;
  }

  /** Takes a session from a process that has ended; false where another one was faster. */
  async takeOver(session: TabSession, from: string, to: string): Promise<boolean> {
    const rows = await this.stateClient.rows(
      `UPDATE studio_session_owner SET process = $4, has_state = false, changed_at = $5
       WHERE ${KEY} AND process = $6 RETURNING process`,
      [...keyOf(session), to, this.clock.now(), from],
    );
    return rows.length > 0;
  }

  async find(session: TabSession): Promise<SessionOwner | null> {
    const sql = `SELECT ${OWNER} FROM studio_session_owner WHERE ${KEY}`;
    return (await this.stateClient.rows<SessionOwner>(sql, keyOf(session)))[0] ?? null;
  }

  /** The owners of a tab's sessions on all connections. */
  findAll({ ownerId, id }: Omit<TabSession, 'connectionId'>): Promise<SessionOwner[]> {
    const sql = `SELECT ${OWNER} FROM studio_session_owner WHERE user_id = $1 AND session_id = $2`;
    return this.stateClient.rows<SessionOwner>(sql, [ownerId, id]);
  }

  async setState(session: TabSession, process: string, hasState: boolean): Promise<void> {
    await this.stateClient.rows(
      `UPDATE studio_session_owner SET has_state = $5, changed_at = $6 WHERE ${KEY} AND process = $4`,
      [...keyOf(session), process, hasState, this.clock.now()],
    );
  }

  async remove(session: TabSession, process: string): Promise<void> {
    await this.stateClient.rows(`DELETE FROM studio_session_owner WHERE ${KEY} AND process = $4`, [
      ...keyOf(session),
      process,
    ]);
  }

  /** Removes rows of processes that are not `alive`: those without state, and those with it from before `before`. */
  async removeLeft(alive: readonly string[], before: number): Promise<void> {
    await this.stateClient.rows(
      `DELETE FROM studio_session_owner WHERE process <> ALL ($1) AND (NOT has_state OR changed_at < $2)`,
      [alive, before],
    );
  }
}

function keyOf({ ownerId, id, connectionId }: TabSession): string[] {
  return [ownerId, id, connectionId];
}
