import { DOCUMENT } from '@angular/common';
import { computed, DestroyRef, effect, inject, Service, signal, untracked } from '@angular/core';
import { takeUntilDestroyed, toSignal } from '@angular/core/rxjs-interop';
import { Router } from '@angular/router';
import { map } from 'rxjs';
import type { Connection, ConnectionHealth, ConnectionInput, ConnectionList, ConnectionUpdate } from '#libs/api';
import { ApiProblem } from '../http/api-problem';
import { LiveEvents } from '../http/live-events';
import { ServerState } from '../http/server-state';
import { Identity } from '../identity/identity';
import { isString, readStored, writeStored } from '../storage/stored-signal';
import { ConnectionsApi } from './connections-api';

const LAST_SELECTED_KEY = 'dw-connection';
/** The live stream reports at once; polling only catches what a broken stream missed. */
const POLL_MS = 30_000;
const POLL_WITHOUT_STREAM_MS = 5_000;

/** The connections as they are now: loaded once, kept true by live events, polled slowly in case those fail. */
@Service()
export class ConnectionsStore {
  private readonly api = inject(ConnectionsApi);
  private readonly events = inject(LiveEvents);
  private readonly server = inject(ServerState);
  private readonly identity = inject(Identity);
  private readonly router = inject(Router);
  private readonly document = inject(DOCUMENT);

  private readonly list = signal<ConnectionList | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly browsing = signal<string | null>(null);
  private readonly remembered = signal(readStored<string | null>(LAST_SELECTED_KEY, null, isString));
  private readonly requested = toSignal(
    this.router.routerState.root.queryParamMap.pipe(map((query) => query.get('connection'))),
    {
      initialValue: null,
    },
  );
  /** Health reported by events while a list was on its way: newer than the list. */
  private readonly healthSinceRequest = new Map<string, ConnectionHealth>();
  private requests = 0;
  private latest: Promise<void> = Promise.resolve();

  readonly connections = computed<readonly Connection[]>(() => this.list()?.items ?? []);
  readonly configurationErrors = computed(() => this.list()?.configuration_errors ?? []);
  /** Why the list could not be read; a list read earlier stays in sight. */
  readonly problem = this.failure.asReadonly();
  readonly state = computed(() => (this.list() ? 'ready' : this.failure() ? 'failed' : 'loading'));

  /**
   * The URL's connection; without one in the URL, the one used last, else the first. An id in the URL that names no
   * connection selects none: SQL must never run somewhere else than the address says.
   */
  readonly selected = computed<Connection | null>(() => {
    const connections = this.connections();
    const requested = this.requested();
    if (requested !== null) return connections.find(({ id }) => id === requested) ?? null;
    return connections.find(({ id }) => id === this.remembered()) ?? connections[0] ?? null;
  });
  readonly selectedId = computed(() => this.selected()?.id ?? null);
  /** The connection whose schema the sidebar shows: the one chosen there, else the selected one. */
  readonly browsed = computed<Connection | null>(() => this.find(this.browsing() ?? '') ?? this.selected());

  constructor() {
    this.events
      .on('connections.changed')
      .pipe(takeUntilDestroyed())
      .subscribe(() => void this.reload());
    this.events
      .on('connection.health_changed')
      .pipe(takeUntilDestroyed())
      .subscribe(({ connection_id: id, health }) => this.takeHealth(id, health));
    effect(() => {
      if (this.server.isReachable()) void untracked(() => this.reload());
    });
    effect((onCleanup) => {
      const isConnected = this.events.isConnected();
      if (isConnected) void untracked(() => this.reload());
      const timer = setInterval(() => this.poll(), isConnected ? POLL_MS : POLL_WITHOUT_STREAM_MS);
      onCleanup(() => clearInterval(timer));
    });
    const onVisible = (): void => this.poll();
    this.document.addEventListener('visibilitychange', onVisible);
    inject(DestroyRef).onDestroy(() => this.document.removeEventListener('visibilitychange', onVisible));
  }

  /** The connection of that id, or null. */
  find(id: string): Connection | null {
    return this.connections().find((connection) => connection.id === id) ?? null;
  }

  /** Shows the schema of a connection in the sidebar; null shows that of the selected one again. */
  browse(id: string | null): void {
    this.browsing.set(id);
  }

  /** Makes a connection the one in use, in the URL and for the next visit. */
  async select(id: string): Promise<void> {
    this.remember(id);
    await this.router.navigate([], { queryParams: { connection: id }, queryParamsHandling: 'merge' });
  }

  /** Reads the list again. An answer that was overtaken by a newer request is dropped for the newer one's. */
  reload(): Promise<void> {
    this.latest = this.load(++this.requests);
    return this.latest;
  }

  /** Adds a connection and shows it at once. */
  async create(input: ConnectionInput): Promise<Connection> {
    const created = await this.api.create(input);
    await this.reload();
    return created;
  }

  /** Changes a connection; what is left out stays. */
  async update(id: string, change: ConnectionUpdate): Promise<Connection> {
    const updated = await this.api.update(id, change);
    await this.reload();
    return updated;
  }

  /** Gives a connection another colour, all else as it is. */
  recolour(connection: Connection, colour: string | null): Promise<void> {
    return this.change(connection, { colour });
  }

  /** Puts a connection into another folder, all else as it is; null is no folder. */
  move(connection: Connection, folder: string | null): Promise<void> {
    return this.change(connection, { folder });
  }

  /** Shows a change at once, and what the server has made of it afterwards. */
  private async change(
    { id, kind }: Connection,
    change: Partial<Pick<Connection, 'colour' | 'folder'>>,
  ): Promise<void> {
    this.patch(id, change);
    try {
      await this.api.update(id, { id, kind, ...change });
    } finally {
      await this.reload();
    }
  }

  /** Takes a connection out of the list; its data is untouched. */
  async remove(id: string): Promise<void> {
    await this.api.remove(id);
    this.list.update((list) => list && { ...list, items: list.items.filter((item) => item.id !== id) });
    if (this.remembered() === id) this.remember(null);
    if (this.requested() === id) {
      await this.router.navigate([], {
        queryParams: { connection: null },
        queryParamsHandling: 'merge',
        replaceUrl: true,
      });
    }
    await this.reload();
  }

  /** Ends sessions of a connection and connects anew; the row says "connecting" until the server knows more. */
  async reconnect(id: string, sessions?: 'own' | 'all'): Promise<void> {
    const known = this.find(id);
    if (known) this.patch(id, { health: { ...known.health, state: 'connecting', last_error: null } });
    try {
      await this.api.reconnect(id, sessions);
    } finally {
      await this.reload();
    }
  }

  private async load(request: number): Promise<void> {
    this.healthSinceRequest.clear();
    const answer = await this.api.list().catch((error: unknown) => ApiProblem.from(error));
    if (request !== this.requests) return this.latest;
    if (answer instanceof ApiProblem) {
      this.failure.set(answer);
      return;
    }
    this.failure.set(null);
    this.list.set({ ...answer, items: answer.items.map((item) => this.withNewerHealth(item)) });
  }

  private poll(): void {
    const canAsk = this.server.isReachable() && !this.identity.isLost();
    if (!this.document.hidden && canAsk) void this.reload();
  }

  private takeHealth(id: string, health: ConnectionHealth): void {
    this.healthSinceRequest.set(id, health);
    this.patch(id, { health });
    // Whose server it is (a file may be SQLite's) is known once it has answered, and reported by the list alone.
    if (health.state === 'healthy' && this.find(id)?.server === null) void this.reload();
  }

  private withNewerHealth(connection: Connection): Connection {
    const health = this.healthSinceRequest.get(connection.id);
    return health ? { ...connection, health } : connection;
  }

  private patch(id: string, change: Partial<Connection>): void {
    this.list.update((list) =>
      list ? { ...list, items: list.items.map((item) => (item.id === id ? { ...item, ...change } : item)) } : list,
    );
  }

  private remember(id: string | null): void {
    this.remembered.set(id);
    writeStored(LAST_SELECTED_KEY, id);
  }
}
