import { inject, Service } from '@angular/core';
import type {
  ChangeImpact,
  ContractCheck,
  ContractCheckInput,
  ContractList,
  ContractView,
  FreezeChange,
  FreezeInput,
  FreezePreview,
  SchemaChangeList,
  SchemaWatchRun,
  SchemaWatchStatus,
  SnapshotList,
  ViolationList,
  WatchedConnectionList,
  WatchedTableList,
  WatchedTablesChange,
} from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { ApiProblem } from '../../shared/http/api-problem';
import { apiUrl } from '../../shared/http/api-url';
import type { ChangeFilter } from './watch-filter';

/** A contract as a file: in the workbench's own words, or in those of the Open Data Contract Standard. */
export type YamlFormat = 'workbench' | 'odcs';

/** The address of a contract as a file. */
export function yamlAddress(connectionId: string, format: YamlFormat): string {
  return apiUrl(YAML_PATHS[format], { path: { connection_id: connectionId } });
}

const YAML_PATHS = {
  workbench: '/api/contracts/{connection_id}/export.yaml',
  odcs: '/api/contracts/{connection_id}/export.odcs.yaml',
} as const satisfies Record<YamlFormat, string>;

/** Which changes a page wants. */
export interface ChangesRequest extends ChangeFilter {
  readonly limit: number;
  readonly cursor: string | null;
}

/** Violations of a connection, newest first. */
export interface ViolationPage {
  readonly items: ViolationList['violations'];
  readonly next_cursor: string | null;
}

/** When a connection is checked by itself; `nextAt` is ISO 8601. */
export interface WatchSchedule {
  readonly words: string;
  readonly nextAt: string | null;
}

/** Snapshots, changes and contracts. Each call rejects with an ApiProblem. */
@Service()
export class SchemaWatchApi {
  private readonly client = inject(ApiClient);

  /** The last snapshot and the last try. */
  status(connectionId: string): Promise<SchemaWatchStatus> {
    return this.client.get('/api/schema-watch/{connection_id}/status', { path: { connection_id: connectionId } });
  }

  /** What moved, newest first: a page of it. */
  changes(connectionId: string, wanted: ChangesRequest): Promise<SchemaChangeList> {
    const { days, search, onlyBreaking, limit, cursor } = wanted;
    const query = { days, search: search || null, breaking: onlyBreaking || null, limit, cursor };
    return this.client.get('/api/schema-watch/{connection_id}/changes', {
      path: { connection_id: connectionId },
      query,
    });
  }

  /** The snapshots that are kept, newest first. */
  async snapshots(connectionId: string): Promise<SnapshotList['items']> {
    return (
      await this.client.get('/api/schema-watch/{connection_id}/snapshots', { path: { connection_id: connectionId } })
    ).items;
  }

  /** What moved lately in all connections that are watched. */
  async watched(): Promise<WatchedConnectionList['items']> {
    return (await this.client.get('/api/schema-watch')).items;
  }

  /** The tables that are watched by name, and those to choose from. */
  tables(connectionId: string): Promise<WatchedTableList> {
    return this.client.get('/api/schema-watch/{connection_id}/tables', { path: { connection_id: connectionId } });
  }

  /** Replaces the tables that are watched by name. */
  replaceTables(connectionId: string, body: WatchedTablesChange): Promise<WatchedTableList> {
    return this.client.put('/api/schema-watch/{connection_id}/tables', {
      path: { connection_id: connectionId },
      body,
    });
  }

  /** When the catalog is read by itself, as far as one may see the jobs; null where it never is. */
  async schedule(connectionId: string): Promise<WatchSchedule | null> {
    const query = { kind: 'schema_watch', connection_id: connectionId, limit: 200 } as const;
    const { items } = await this.client.get('/api/scheduler/jobs', { query });
    const active = items.filter(({ state, next_run_at: next }) => state === 'active' && next !== null);
    active.sort((a, b) => Date.parse(a.next_run_at ?? '') - Date.parse(b.next_run_at ?? ''));
    const [next] = active;
    return next === undefined ? null : { words: next.trigger_text, nextAt: next.next_run_at };
  }

  /** Who relies on what a change has changed. */
  impact(connectionId: string, changeId: string, stop?: AbortSignal): Promise<ChangeImpact> {
    return this.client.get('/api/schema-watch/{connection_id}/changes/{change_id}/impact', {
      path: { connection_id: connectionId, change_id: changeId },
      stop,
    });
  }

  /** Reads the catalog now and compares it with the snapshot before. */
  run(connectionId: string): Promise<SchemaWatchRun> {
    return this.client.post('/api/schema-watch/{connection_id}/run', { path: { connection_id: connectionId } });
  }

  /** Where all contracts stand. */
  async contracts(): Promise<ContractList['items']> {
    return (await this.client.get('/api/contracts')).items;
  }

  /** The contract of a connection; null where there is none. */
  async contract(connectionId: string): Promise<ContractView | null> {
    try {
      return await this.client.get('/api/contracts/{connection_id}', { path: { connection_id: connectionId } });
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'contract-not-found') return null;
      throw error;
    }
  }

  /** Violations there were, newest first: a page of them. */
  async violations(connectionId: string, cursor: string | null): Promise<ViolationPage> {
    const { violations, next_cursor } = await this.client.get('/api/contracts/{connection_id}/violations', {
      path: { connection_id: connectionId },
      query: { cursor },
    });
    return { items: violations, next_cursor };
  }

  /** What freezing would expect otherwise than the contract there is. */
  freezePreview(connectionId: string, input: FreezeInput): Promise<FreezePreview> {
    return this.client.post('/api/contracts/{connection_id}/freeze/preview', {
      path: { connection_id: connectionId },
      body: input,
    });
  }

  /** Freezes the schema as it is now; a contract that is there is replaced. */
  freeze(connectionId: string, input: FreezeChange): Promise<ContractView> {
    return this.client.post('/api/contracts/{connection_id}/freeze', {
      path: { connection_id: connectionId },
      body: input,
    });
  }

  /** Takes the contract away that has this id. */
  release(connectionId: string, contractId: string): Promise<void> {
    return this.client.delete('/api/contracts/{connection_id}', {
      path: { connection_id: connectionId },
      query: { expected: contractId },
    });
  }

  /** Tries a migration out and reports what it would break; a signal that fires ends it. */
  check(connectionId: string, input: ContractCheckInput, stop: AbortSignal): Promise<ContractCheck> {
    return this.client.post('/api/contracts/{connection_id}/check', {
      path: { connection_id: connectionId },
      body: input,
      stop,
    });
  }

  /** The contract as YAML. */
  yaml(connectionId: string, format: YamlFormat): Promise<string> {
    return this.client.getText(YAML_PATHS[format], { path: { connection_id: connectionId } });
  }
}
