import { ConnectFailure } from '../connector.js';
import type { HostUser } from './engine-host.js';
import type { HostEnd } from './host-process.js';
import type { HostedSession } from './hosted-session.js';
import type { HostNotification, HostRequest } from './protocol.js';
import type { HostedPath } from './shared-hosts.js';

/** What concerns one connector. */
export type ConnectorNews = Exclude<HostNotification, { kind: 'lost' }>;

/** Learns what becomes of a place. */
export interface PlaceOwner {
  message(place: HostedPlace, message: ConnectorNews): void;
  crashed(place: HostedPlace, end: HostEnd): void;
  expired(place: HostedPlace): void;
}

/** A host that was found or started, and what its connector is made of. */
export interface PreparedPlace {
  readonly found: HostedPath;
  readonly opening: Omit<Extract<HostRequest, { op: 'create' }>, 'op' | 'connector'>;
}

/** A host, and the connector of the place in it. */
export interface TakenPlace extends HostedPath {
  readonly connector: number;
}

/**
 * The time that a connector has in one host, with its sessions there. The next one is another user of the host, so that
 * the end of one leaves the other alone.
 */
export class HostedPlace implements HostUser {
  readonly sessions = new Map<number, HostedSession>();
  /** Rejects with `ConnectFailure`. */
  readonly taken: Promise<TakenPlace>;
  /** How the host has ended; null while it runs, and where it was asked to end. */
  end: HostEnd | null = null;
  private connector = 0;
  private leaving: Promise<void> | null = null;

  constructor(
    private readonly connectionId: string,
    private readonly owner: PlaceOwner,
    prepare: () => Promise<PreparedPlace>,
  ) {
    this.taken = this.take(prepare);
  }

  message(message: HostNotification): void {
    if (message.kind === 'lost') this.sessions.get(message.session)?.lose();
    else if (message.connector === this.connector) this.owner.message(this, message);
  }

  crashed(end: HostEnd): void {
    this.end = end;
    this.loseSessions();
    this.owner.crashed(this, end);
  }

  expired(): void {
    this.loseSessions();
    this.owner.expired(this);
  }

  /** Closes the connector and leaves the host, once. Never rejects. */
  leave(): Promise<void> {
    this.loseSessions();
    this.leaving ??= this.leaveHost();
    return this.leaving;
  }

  private async take(prepare: () => Promise<PreparedPlace>): Promise<TakenPlace> {
    try {
      const { found, opening } = await prepare();
      const { host } = found;
      host.join(this, this.connectionId);
      this.connector = host.nextId();
      host.client.send({ op: 'create', connector: this.connector, ...opening });
      return { ...found, connector: this.connector };
    } catch (error) {
      if (error instanceof ConnectFailure) throw error;
      throw new ConnectFailure('connection-unusable', error instanceof Error ? error.message : String(error));
    }
  }

  private async leaveHost(): Promise<void> {
    const taken = await this.taken.catch(() => null);
    this.loseSessions();
    if (taken === null) return;
    const { host, connector } = taken;
    await host.giveUpIfFrozen();
    await host.client.callInTime({ op: 'close', connector }).catch(() => undefined);
    await host.leave(this, this.connectionId);
  }

  private loseSessions(): void {
    for (const session of this.sessions.values()) session.lose();
    this.sessions.clear();
  }
}
