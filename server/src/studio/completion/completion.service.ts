import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { CompletionAnswer, CompletionRequest } from '#libs/api';
import { SingleFlight } from '#libs/async';
import type { EventMap } from '#libs/events';
import { Epochs, SizedCache } from '#libs/memory';
import { complete } from '#libs/sql';
import { ConnectionsQueries } from '../../connections/index.js';
import { Clock, OnBusEvent } from '../../platform/index.js';
import { CatalogVersions } from './catalog-versions.js';
import { CompletionDocument } from './completion-document.js';

/** A catalog is looked at again after this long: others change it, too. */
const FRESH_MS = 5_000;
/** In characters of JSON; a document takes about four times as many bytes, 20 MB for ten thousand tables. */
const KEPT_LIMITS = { entries: 8, size: 8 * 1024 * 1024 };

interface Kept {
  readonly document: CompletionDocument;
  readonly fingerprint: string;
  readonly checkedAtMs: number;
}

/** Keeps for each connection what its editor completes with, and reads it anew when the database's catalog changed. */
@Injectable()
export class CompletionService {
  private readonly kept = new SizedCache<string, Kept>(KEPT_LIMITS);
  private readonly reading = new SingleFlight<CompletionDocument>();
  private readonly epochs = new Epochs();
  private readonly stale = new Set<string>();
  private readonly seenVersions = new Map<string, string>();

  constructor(
    private readonly connections: ConnectionsQueries,
    private readonly versions: CatalogVersions,
    private readonly clock: Clock,
  ) {}

  /** A run may have changed the catalog. */
  @OnBusEvent('studio.run_finished')
  markStale({ connection_id: id }: EventMap['studio.run_finished']): void {
    this.stale.add(id);
  }

  /** Connections may lead to other databases now; what is being read is of the former ones. */
  @OnBusEvent('connections.changed')
  forget({ connection_ids: ids }: EventMap['connections.changed']): void {
    for (const id of ids) {
      this.kept.delete(id);
      this.epochs.end(id);
    }
  }

  /**
   * What a connection's editor completes with, at most five seconds old and never older than the last run. Throws
   * `connection-not-found` and what kept the database from being reached.
   */
  async document(actor: Actor, connectionId: string): Promise<CompletionDocument> {
    // What is kept is for all who may query the connection, and for no one else.
    await this.connections.connector(actor, connectionId);
    const kept = this.kept.get(connectionId);
    if (kept && !this.stale.has(connectionId) && this.isFresh(kept)) return kept.document;
    const flight = `${connectionId} ${this.epochs.of(connectionId)}`;
    return this.reading.run(flight, () => this.read(actor, connectionId));
  }

  /** The version of a connection's catalog; what is kept for completion is read again when it is another one. */
  async version(actor: Actor, connectionId: string): Promise<string> {
    const version = await this.versions.read(actor, connectionId);
    if (this.seenVersions.get(connectionId) !== version) this.stale.add(connectionId);
    this.seenVersions.set(connectionId, version);
    return version;
  }

  /** What can stand at the cursor of a text. Throws like `document`. */
  async complete(
    actor: Actor,
    { connection_id: connectionId, sql, offset, table }: CompletionRequest,
  ): Promise<CompletionAnswer> {
    const { index } = await this.document(actor, connectionId);
    return complete(index, sql, Math.min(offset, sql.length), table ?? null);
  }

  /** A clock that is set back makes what is kept old, not young. */
  private isFresh({ checkedAtMs }: Kept): boolean {
    return Math.abs(this.clock.now() - checkedAtMs) < FRESH_MS;
  }

  /** Callers share one reading, so none of them can stop it by hanging up. */
  private async read(actor: Actor, connectionId: string): Promise<CompletionDocument> {
    const before = this.kept.get(connectionId);
    const epoch = this.epochs.of(connectionId);
    this.stale.delete(connectionId);
    const reading = await this.connections.completion(actor, connectionId, before?.fingerprint ?? null);
    const document = reading === null ? before?.document : await CompletionDocument.of(reading.catalog);
    // Only a known fingerprint is answered with null.
    if (document === undefined) throw new Error('The catalog was not read.');
    const fingerprint = reading?.fingerprint ?? before?.fingerprint ?? '';
    const kept = { document, fingerprint, checkedAtMs: this.clock.now() };
    if (this.epochs.of(connectionId) === epoch) this.kept.set(connectionId, kept, document.chars);
    return document;
  }
}
