import { Inject, Injectable } from '@nestjs/common';
import { reaches } from '#libs/access';
import type { Actor } from '#libs/access';
import type { ConnectionKind } from '#libs/api';
import { busyConnectionText, ownShareText, personLimitText, slotsPerPerson } from '#libs/fair-share';
import { Problem, SlotQueue, SlotRefused, WORKBENCH_CONFIG } from '../../platform/index.js';
import type { Slot, SlotWait, WorkbenchConfig } from '../../platform/index.js';
import { ConnectionAccess } from '../access/connection-access.js';
import type { NeededLevel } from '../access/connection-access.js';
import { ConfiguredConnections } from '../configured-connections.js';
import { isServerConfig } from '../connection-config.js';
import { ConnectFailure } from '../engines/connector.js';
import type { Connector, EngineSession, Session, SessionOptions, SharedConnector } from '../engines/connector.js';
import { capabilitiesOf } from '../engines/engines.js';
import { SessionQueue } from './session-queue.js';
import type { ParkedSession } from './session-queue.js';

/** What a session is wanted for: by a tab that may keep it, for one statement, by a job, or by a change set. */
export type SessionPurpose = 'tab' | 'once' | 'job' | 'change';

/** Who wants a session, and for what. */
export interface SessionClaim {
  readonly actor: Actor;
  readonly connectionId: string;
  readonly purpose: SessionPurpose;
  /** What a change set asks for beyond the right to write. */
  readonly needed?: NeededLevel | undefined;
  readonly signal: AbortSignal;
  /** Called when it has to wait, and with null when that is over. */
  readonly onWait?: ((wait: SlotWait | null) => void) | undefined;
}

/** A job gets a quarter of a person's turns. */
const JOB_WEIGHT = 0.25;
/** Statements that engines inside this machine run at once, and those of one person: each keeps a processor busy. */
const LOCAL_STATEMENTS = 8;
const LOCAL_STATEMENTS_PER_PERSON = 2;
const UNBOUNDED = 1_000_000;
const RETRY_AFTER_MS = 5_000;

/** The one way to a session of a connection: grants them in turns over people, within the limits of each. */
@Injectable()
export class SessionSlots {
  private readonly queues = new Map<string, SessionQueue>();
  private readonly running: SlotQueue<null>;
  private readonly runningLocally: SlotQueue<null>;
  private readonly isShared: boolean;

  constructor(
    @Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig,
    private readonly configured: ConfiguredConnections,
    private readonly access: ConnectionAccess,
  ) {
    this.isShared = config.mode === 'multi';
    const { running, waiting } = config.personLimits;
    const waits = { maxWaitingPerKey: waiting, maxWaiting: UNBOUNDED };
    this.running = new SlotQueue({ ...waits, capacity: UNBOUNDED, perKey: running });
    const local = this.isShared
      ? { capacity: LOCAL_STATEMENTS, perKey: Math.min(running, LOCAL_STATEMENTS_PER_PERSON) }
      : { capacity: UNBOUNDED, perKey: running };
    this.runningLocally = new SlotQueue({ ...waits, ...local });
  }

  /**
   * Opens a session for one use; its release gives everything back. Throws `person-limit`, `session-limit`, what
   * `requireAccess` does, and `ConnectFailure`.
   */
  async openSession(claim: SessionClaim, connector: SharedConnector, options?: SessionOptions): Promise<Session> {
    const permit = await this.mayRun(claim, connector.kind);
    let slot: Slot | null = null;
    try {
      slot = await this.acquire(claim);
      this.requireAccess(claim, options?.isReadOnly === true);
      const session = await openRaw(connector, claim.signal, options);
      return releasing(session, [slot, permit], () => this.isAwaited(claim.connectionId));
    } catch (error) {
      slot?.release();
      permit.release();
      throw error;
    }
  }

  /** Opens a tab's session in a place that it has. Throws `ConnectFailure`. */
  openPlaced(connector: SharedConnector, signal: AbortSignal, options: SessionOptions): Promise<EngineSession> {
    return openRaw(connector, signal, options);
  }

  /**
   * Checks once more what the person may do with the connection, as grants may have changed during the wait for a slot.
   * Throws `connection-not-found` and `forbidden`.
   */
  requireAccess(claim: Omit<SessionClaim, 'signal'>, isReadOnly: boolean): void {
    const { actor, connectionId } = claim;
    if (this.isAllowed(claim, isReadOnly)) return;
    if (!this.access.maySee(actor, connectionId)) throw new Problem('connection-not-found');
    if (claim.needed === 'approve' && this.access.mayChange(actor, connectionId))
      throw new Problem('forbidden', 'You can no longer approve on this connection.');
    throw new Problem('forbidden', 'You can only read on this connection now. Run the statement again.');
  }

  /** Whether the person may still do with the connection what they began. */
  isAllowed({ actor, connectionId, purpose, needed }: Omit<SessionClaim, 'signal'>, isReadOnly: boolean): boolean {
    if (!this.access.maySee(actor, connectionId)) return false;
    if (needed !== undefined && !reaches(this.access.levelOf(actor, connectionId), needed)) return false;
    const isForChange = purpose === 'change' && this.access.mayChange(actor, connectionId);
    return isReadOnly || isForChange || this.access.mayWrite(actor, connectionId);
  }

  /** Waits until the person may run one more statement. Throws `person-limit` and `ConnectFailure`. */
  async mayRun(claim: SessionClaim, kind: ConnectionKind): Promise<Slot> {
    const queue = capabilitiesOf(kind).network ? this.running : this.runningLocally;
    const key = keyOf(claim);
    try {
      return await queue.acquire({ ...this.waitOf(claim), key, value: null });
    } catch (error) {
      if (!(error instanceof SlotRefused)) throw givenUp();
      throw this.personProblem(error.reason === 'key-full' ? 'waiting' : 'running', queue.heldBy(key));
    }
  }

  /** Waits for a place among a connection's sessions. Throws `person-limit`, `session-limit` and `ConnectFailure`. */
  async acquire(claim: SessionClaim, parked: ParkedSession | null = null): Promise<Slot> {
    const queue = this.queueOf(claim.connectionId);
    const key = keyOf(claim);
    const value = { isTab: claim.purpose === 'tab', parked };
    try {
      return await queue.acquire({ ...this.waitOf(claim), key, value });
    } catch (error) {
      throw error instanceof SlotRefused ? this.problemOf(error, queue, key) : givenUp();
    }
  }

  /** Whether others wait for a place among a connection's sessions. */
  isAwaited(connectionId: string): boolean {
    return this.queueOf(connectionId).waiting > 0;
  }

  /** Keeps a tab's idle session ready until a run needs its place. */
  park(connectionId: string, session: ParkedSession): void {
    this.queueOf(connectionId).park(session);
  }

  unpark(connectionId: string, session: ParkedSession): void {
    this.queueOf(connectionId).unpark(session);
  }

  private waitOf({ purpose, signal, onWait }: SessionClaim) {
    const isJob = purpose === 'job';
    return { weight: isJob ? JOB_WEIGHT : 1, signal, onWait, waitMs: isJob ? undefined : this.config.sessionWaitMs };
  }

  private problemOf({ reason }: SlotRefused, queue: SessionQueue, key: string): Problem {
    const held = queue.heldBy(key);
    if (reason === 'key-full') return this.personProblem('waiting', this.config.personLimits.waiting);
    if (reason === 'timeout' && this.isShared && held >= slotsPerPerson(queue.capacity)) {
      return new Problem('person-limit', ownShareText(held, queue.capacity), { retryAfterMs: RETRY_AFTER_MS });
    }
    const text = busyConnectionText(queue.waitingPeople, queue.capacity);
    return new Problem('session-limit', text, { retryAfterMs: RETRY_AFTER_MS });
  }

  private personProblem(limit: 'running' | 'waiting', held: number): Problem {
    const count = limit === 'waiting' ? this.config.personLimits.waiting : held;
    return new Problem('person-limit', personLimitText(limit, count), { retryAfterMs: RETRY_AFTER_MS });
  }

  private queueOf(connectionId: string): SessionQueue {
    const known = this.queues.get(connectionId);
    const poolMax = this.poolMaxOf(connectionId);
    if (known !== undefined && (poolMax === undefined || known.capacity === poolMax)) return known;
    const queue = new SessionQueue({
      poolMax,
      perPerson: (capacity) => (this.isShared ? slotsPerPerson(capacity) : capacity),
      maxWaitingPerPerson: this.config.personLimits.waiting,
    });
    this.queues.set(connectionId, queue);
    return queue;
  }

  private poolMaxOf(connectionId: string): number | undefined {
    const config = this.configured.find(connectionId);
    return config !== null && isServerConfig(config) ? config.pool.max : undefined;
  }
}

/** A job is a person of its own kind, so that it takes no turn from its owner. */
function keyOf({ actor, purpose }: SessionClaim): string {
  return purpose === 'job' ? `${actor.userId} job` : actor.userId;
}

function givenUp(): ConnectFailure {
  return new ConnectFailure('connection-timeout', 'The wait for the database was cancelled.');
}

/** Modules have connectors without `openSession`; only here is it called for them. */
function openRaw(connector: SharedConnector, signal: AbortSignal, options?: SessionOptions): Promise<EngineSession> {
  return (connector as Connector).openSession(signal, options);
}

/** Gives the slots back with the session, which can leave its reset to the next one where a run waits for a slot. */
function releasing(session: Session, slots: readonly Slot[], isAwaited: () => boolean): Session {
  let released: Promise<void> | null = null;
  const release = async (): Promise<void> => {
    const given = session.release(isAwaited());
    for (const slot of slots) slot.release();
    await given;
  };
  return {
    run: (sql, sink, signal, values) => session.run(sql, sink, signal, values),
    ...(session.runBatch && { runBatch: session.runBatch.bind(session) }),
    ...(session.copyIn && { copyIn: session.copyIn.bind(session) }),
    transaction: () => session.transaction(),
    isLost: () => session.isLost(),
    release: () => (released ??= release()),
  };
}
