import type { ConnectionHealth, SessionChange, StudioSession } from '../api/index.js';

/** Every event of the workbench: its name, its payload, and what it says. Payloads are plain JSON facts. */
export interface EventMap {
  /** The list of connections, or one connection's settings, changed in the file or by a person. */
  'connections.changed': { connection_ids: string[] };
  /** A connection became healthy, idle, connecting or failed. */
  'connection.health_changed': { connection_id: string; health: ConnectionHealth };
  /** A query run reached its end. */
  'studio.run_finished': { run_id: string; connection_id: string; status: 'succeeded' | 'failed' | 'cancelled' };
  /** A tab's session changed or is gone (`session` is null then); `message` says what a person should know of it. */
  'studio.session_changed': {
    session_id: string;
    connection_id: string;
    change: SessionChange;
    session: StudioSession | null;
    message: string | null;
  };
  /** A named query was saved, renamed or brought back. */
  'studio.query_saved': { query_id: string; connection_id: string; name: string; version: number };
  /** A named query was removed. */
  'studio.query_removed': { query_id: string; connection_id: string; name: string };
}

export type EventName = keyof EventMap;

/** The events that the browser's live stream (`GET /api/events`) carries. */
export const BROWSER_EVENTS = [
  'connections.changed',
  'connection.health_changed',
  'studio.run_finished',
  'studio.session_changed',
  'studio.query_saved',
  'studio.query_removed',
] as const satisfies readonly EventName[];
