import type { ActorFacts, PerformedAction } from '#libs/audit';
import type { TracedChange } from '#libs/catalog';
import type { Violation } from '#libs/contracts';
import type {
  ConnectionHealth,
  JobOutput,
  JobProgress,
  JobRunStatus,
  SessionChange,
  StudioSession,
} from '../api/index.js';

/** What is reported of a contract: `message` is one paragraph, `items` are the violations (those that are gone, when restored). */
export interface ContractEvent {
  connection_id: string;
  connection_name: string;
  contract: string;
  violation_id: string;
  title: string;
  message: string;
  items: Violation[];
  /** ISO 8601; left out: now. */
  occurred_at?: string;
}

/** The end of a job's run: `title` and `message` are ready to be read, times are ISO 8601, `error` is null on success. */
export interface JobRunEvent {
  job_id: string;
  job_name: string;
  kind: string;
  run_id: string;
  owner_id: string;
  connection_id: string | null;
  connection_name: string | null;
  /** The connections that the run has read; its error may quote their rows. */
  read_connections: string[];
  status: 'success' | 'error' | 'timed_out' | 'skipped';
  trigger: 'schedule' | 'manual';
  scheduled_for: string | null;
  started_at: string;
  duration_ms: number;
  error: string | null;
  /** The name of the person who cancelled it, which is no failure; else null. */
  cancelled_by: string | null;
  outputs: JobOutput[];
  title: string;
  message: string;
  /** Whether the job's own settings ask for a notification of this end. */
  notify: boolean;
}

/** A step of a change set that others may have to know of: `title` and `message` are ready to be read and quote no rows. */
export interface ChangeSetEvent {
  connection_id: string;
  connection_name: string;
  change_id: string;
  /** SHA-256 over what it does. */
  hash: string;
  author: string;
  /** Who took the step. */
  by: string;
  title: string;
  message: string;
  /** ISO 8601; left out: now. */
  occurred_at?: string;
}

/** Every event of the workbench: its name, its payload, and what it says. Payloads are plain JSON facts. */
export interface EventMap {
  /** The list of connections, or one connection's settings, changed in the file or by a person. */
  'connections.changed': { connection_ids: string[] };
  /** A connection became healthy, idle, connecting or failed. */
  'connection.health_changed': { connection_id: string; health: ConnectionHealth };
  /** A query run reached its end. */
  'studio.run_finished': {
    run_id: string;
    owner_id: string;
    connection_id: string;
    status: 'succeeded' | 'failed' | 'cancelled';
  };
  /** An import has another status, or came further. */
  'import.changed': { import_id: string; owner_id: string };
  /** A change set was made, changed, decided, applied or removed. */
  'change.changed': { connection_id: string; change_id: string };
  /** A change set waits for an approval. */
  'change.proposed': ChangeSetEvent;
  /** The database has a change set. */
  'change.applied': ChangeSetEvent;
  /** A reviewer refused a change set. */
  'change.refused': ChangeSetEvent;
  /** An applied change set was taken back. */
  'change.undone': ChangeSetEvent;
  /** A tab's session changed or is gone (`session` is null then); `message` says what a person should know of it. */
  'studio.session_changed': {
    owner_id: string;
    session_id: string;
    connection_id: string;
    change: SessionChange;
    session: StudioSession | null;
    message: string | null;
  };
  /** A process needs the session of a tab that the one named `process` holds. */
  'studio.session_wanted': {
    request_id: string;
    process: string;
    owner_id: string;
    session_id: string;
    connection_id: string;
  };
  /** The answer: whether the session was released. */
  'studio.session_answered': { request_id: string; is_released: boolean };
  /** An actor did something that the audit records, or tried to. */
  'action.performed': PerformedAction;
  /**
   * The rights of a person became fewer: a person was disabled or has another role, a session or token has ended.
   * `token_id` and `session_id` name the one that is meant; with neither, all of the person's are.
   */
  'access.revoked': { user_id: string; token_id: string | null; session_id: string | null };
  /** An API token was revoked by `actor`; unlike `access.revoked`, its expiry is no such event. */
  'auth.token_revoked': { user_id: string; token_id: string; actor: ActorFacts };
  /** Another workbench on the same state did something (`action`), or may have: what is held in memory is to be read again. */
  'state.changed_elsewhere': { action: string | null };
  /** A person ends all that they have open on a connection. */
  'connection.sessions_reset': { connection_id: string; owner_id: string };
  /** An access token that is not the right one came from an address. */
  'auth.access_token_guessed': { address: string };
  /** Who may use a connection changed. */
  'connection.access_changed': { connection_id: string };
  /** A catalog was read completely; of a held-back one nothing is reported. */
  /** `taken_at` is ISO 8601. */
  'schema_watch.snapshot_taken': {
    connection_id: string;
    snapshot_id: string;
    taken_at: string;
    is_held_back: boolean;
  };
  /** A catalog could not be read: nothing is known of it. */
  'schema_watch.failed': { connection_id: string; error: string };
  /** A later snapshot differs from the one before. */
  'schema.changed': {
    connection_id: string;
    connection_name: string;
    change_id: string;
    title: string;
    message: string;
    changes: TracedChange[];
    /** ISO 8601; left out: now. */
    occurred_at?: string;
  };
  /** A contract came to be broken, or is broken in another way than before. */
  'contract.violated': ContractEvent;
  /** A broken contract holds again. */
  'contract.restored': ContractEvent;
  /** A contract was frozen or released. */
  'contract.changed': { connection_id: string };
  /** A job was made, changed, paused or removed. */
  'scheduler.job_changed': {
    job_id: string;
    owner_id: string;
    connection_id: string | null;
    change: 'created' | 'changed' | 'removed';
  };
  /** A run of a job began, came further or ended; `progress` is null where it is unknown. */
  'scheduler.run_changed': {
    job_id: string;
    run_id: string;
    owner_id: string;
    connection_id: string | null;
    status: JobRunStatus;
    progress: JobProgress | null;
  };
  /** A job's run ended well. */
  'scheduler.job.success': JobRunEvent;
  /** A job's run failed, was stopped, ran out of time, or was skipped in its slot (`skipped`). */
  'scheduler.job.error': JobRunEvent;
  /** A backup is complete and was read back. */
  'core.backup.completed': JobRunEvent;
  /** A backup could not be made. */
  'core.backup.failed': JobRunEvent;
  /** A request to stop a run that another process may have. */
  'scheduler.cancel_asked': { run_id: string; by: string };
  /** There is something new in the bell of those who may see it: all who may see the connection, or one person. */
  'notifications.bell_rang': { connection_id: string } | { owner_id: string };
  /** A tab of the studio has another version, or was closed (`version` is null); `writer` is the browser that wrote it. */
  'studio.tab_changed': { owner_id: string; tab_id: string; version: number | null; writer: string | null };
  /** A named query was saved, renamed or brought back. */
  'studio.query_saved': { query_id: string; owner_id: string; connection_id: string; name: string; version: number };
  /** A named query was removed. */
  'studio.query_removed': { query_id: string; owner_id: string; connection_id: string; name: string };
  /** The queries that people share with all who may see a connection changed: one came, has other contents, or left. */
  'studio.shared_queries_changed': { connection_id: string };
  /** A person chose how the layer of a saved query is drawn. */
  'tiles.layer_changed': { query_id: string };
  /** A person changed what they have set for an area; their other tabs and browsers read it again. */
  'settings.changed': { owner_id: string; area: string };
  /** The bookmarks of files changed, or a file was saved by the workbench. */
  'studio.files_changed': { owner_id: string; file_ids: string[] };
}

export type EventName = keyof EventMap;

/** The events that the browser's live stream (`GET /api/events`) carries, as `briefEvent` makes them. */
export const BROWSER_EVENTS = [
  'connections.changed',
  'connection.health_changed',
  'studio.run_finished',
  'import.changed',
  'change.changed',
  'studio.session_changed',
  'studio.tab_changed',
  'studio.query_saved',
  'studio.query_removed',
  'studio.shared_queries_changed',
  'studio.files_changed',
  'settings.changed',
  'schema_watch.snapshot_taken',
  'schema_watch.failed',
  'schema.changed',
  'contract.violated',
  'contract.restored',
  'contract.changed',
  'scheduler.job_changed',
  'scheduler.run_changed',
  'notifications.bell_rang',
] as const satisfies readonly EventName[];

/**
 * The events that workbenches on one state send each other, as `briefEvent` makes them: what is true for all of them. The health of a connection, the
 * file that lists connections and what happens to a session are each process's own.
 */
export const PEER_EVENTS = [
  'change.changed',
  'studio.run_finished',
  'studio.session_wanted',
  'studio.session_answered',
  'studio.tab_changed',
  'studio.query_saved',
  'studio.query_removed',
  'tiles.layer_changed',
  'studio.shared_queries_changed',
  'studio.files_changed',
  'settings.changed',
  'schema_watch.snapshot_taken',
  'schema_watch.failed',
  'schema.changed',
  'contract.violated',
  'contract.restored',
  'contract.changed',
  'scheduler.job_changed',
  'scheduler.run_changed',
  'scheduler.cancel_asked',
  'notifications.bell_rang',
  'access.revoked',
  'auth.token_revoked',
  'connection.access_changed',
  'auth.access_token_guessed',
] as const satisfies readonly EventName[];

/** Peer events that take rights away: their publisher waits until every process has acted upon them. */
export const ACKNOWLEDGED_EVENTS = [
  'access.revoked',
  'connection.access_changed',
] as const satisfies readonly PeerEvent[];

/** The name of an event that other processes hear of. */
export type PeerEvent = (typeof PEER_EVENTS)[number];

/** The name of an event that browsers hear of. */
export type BrowserEvent = (typeof BROWSER_EVENTS)[number];

type Listing = 'schema.changed' | 'contract.violated' | 'contract.restored';
type Brief<Payload, Lists extends string> = Omit<Payload, Lists | 'message'>;
type BriefContract = Brief<EventMap['contract.violated'], 'items'> & { item_count: number };

/** The payloads that browsers and other processes get: counts in place of lists, which can be megabytes. */
export type BriefEventMap = Omit<EventMap, Listing> & {
  'schema.changed': Brief<EventMap['schema.changed'], 'changes'> & { change_count: number };
  'contract.violated': BriefContract;
  'contract.restored': BriefContract;
};

type Shortened = { readonly [N in Listing]: (payload: EventMap[N]) => BriefEventMap[N] };

const SHORTENED: Shortened = {
  'schema.changed': ({ changes, message: _, ...rest }) => ({ ...rest, change_count: changes.length }),
  'contract.violated': briefContract,
  'contract.restored': briefContract,
};

/** An event as browsers and other processes get it; one that came from another process is so already. */
export function briefEvent<N extends EventName>(name: N, payload: EventMap[N]): BriefEventMap[N] {
  const shorten = (SHORTENED as Readonly<Record<string, (payload: never) => unknown>>)[name];
  const isWhole = 'changes' in payload || 'items' in payload;
  return (shorten === undefined || !isWhole ? payload : shorten(payload as never)) as BriefEventMap[N];
}

function briefContract({ items, message: _, ...rest }: EventMap['contract.violated']): BriefContract {
  return { ...rest, item_count: items.length };
}
