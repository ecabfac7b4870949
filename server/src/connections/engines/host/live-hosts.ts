/** What an engine process is for. */
export type HostPurpose = 'connection' | 'sorting' | 'syntax_check' | 'pipeline' | 'parquet_file';

export type HostEngine = 'duckdb' | 'sqlite';

/** An engine process as the list of running ones has it. */
export interface LiveHost {
  readonly pid: number | null;
  readonly isConfined: boolean;
  readonly startedAt: Date;
  readonly engine: HostEngine;
  readonly purpose: HostPurpose;
  readonly connectionIds: ReadonlySet<string>;
  killAtExit(): void;
}

/** The engine processes that run; they end with the workbench, also where it ends without closing anything. */
class LiveHosts {
  private readonly hosts = new Set<LiveHost>();
  private isWatchingExit = false;

  add(host: LiveHost): void {
    this.hosts.add(host);
    if (this.isWatchingExit) return;
    this.isWatchingExit = true;
    process.once('exit', () => {
      for (const one of this.hosts) one.killAtExit();
    });
  }

  delete(host: LiveHost): void {
    this.hosts.delete(host);
  }

  all(): readonly LiveHost[] {
    return [...this.hosts];
  }
}

export const liveHosts = new LiveHosts();
