import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import { SingleFlight } from '#libs/async';
import { ConnectionsQueries } from '../../connections/index.js';
import { Clock } from '../../platform/index.js';

/** One query answers all pages for this long. */
const FRESH_MS = 3_000;
const MAX_KEPT = 64;

interface Known {
  readonly version: string;
  readonly readAtMs: number;
}

/**
 * The version of each connection's catalog, read only while a page asks. Pages that look at a schema ask every few
 * seconds; however many they are, the database is asked once in that time.
 */
@Injectable()
export class CatalogVersions {
  private readonly known = new Map<string, Known>();
  private readonly reading = new SingleFlight<string>();

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly clock: Clock,
  ) {}

  /** A version that is at most three seconds old. Throws `connection-not-found` and why the database is unreachable. */
  async read(actor: Actor, connectionId: string): Promise<string> {
    // What one caller has read is for those only who may query the connection.
    await this.connections.connector(actor, connectionId);
    const known = this.known.get(connectionId);
    if (known && Math.abs(this.clock.now() - known.readAtMs) < FRESH_MS) return known.version;
    return this.reading.run(connectionId, () => this.readNow(actor, connectionId));
  }

  private async readNow(actor: Actor, connectionId: string): Promise<string> {
    const version = await this.connections.catalogVersion(actor, connectionId);
    this.known.delete(connectionId);
    this.known.set(connectionId, { version, readAtMs: this.clock.now() });
    for (const oldest of [...this.known.keys()].slice(0, -MAX_KEPT)) this.known.delete(oldest);
    return version;
  }
}
