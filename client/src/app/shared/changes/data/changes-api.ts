import { inject, Service } from '@angular/core';
import type {
  ChangeItem,
  ChangeRow,
  ChangeSetDetails,
  ChangeSetInput,
  ChangeSetList,
  ChangeSqlInput,
  ChangeState,
  ConflictChoice,
  RowOutline,
} from '#libs/api';
import { ApiClient } from '../../http/api-client';

const AT_A_TIME = 100;

/** Which change sets are listed; an empty string is no limit. */
export interface ChangeLimits {
  readonly state: ChangeState | '';
  readonly connectionId: string;
  readonly author: string;
}

/** Change sets. Each call rejects with an ApiProblem. */
@Service()
export class ChangesApi {
  private readonly client = inject(ApiClient);

  list({ state, connectionId, author }: ChangeLimits, cursor: string | null = null): Promise<ChangeSetList> {
    const limits = { state: state || null, connection_id: connectionId || null, author: author || null };
    return this.client.get('/api/changes', { query: { ...limits, cursor, limit: AT_A_TIME } });
  }

  get(id: string): Promise<ChangeSetDetails> {
    return this.client.get('/api/changes/{id}', { path: { id } });
  }

  /** All items; a change set has the first ones. */
  async items({ id, items, item_count: count }: ChangeSetDetails): Promise<ChangeItem[]> {
    if (items.length === count) return items;
    return (await this.client.get('/api/changes/{id}/items', { path: { id } })).items;
  }

  /** A page of rows before and after, counted from 0: of the last rehearsal, or as they were applied. */
  async rows(id: string, page: number): Promise<ChangeRow[]> {
    const query = { cursor: String(page) };
    return (await this.client.get('/api/changes/{id}/rows', { path: { id }, query })).items;
  }

  /** Where the rows stand among their pages. */
  outline(id: string): Promise<RowOutline> {
    return this.client.get('/api/changes/{id}/rows/outline', { path: { id } });
  }

  create(input: ChangeSetInput): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes', { body: input });
  }

  /** Makes a draft of what a text writes. */
  createFromSql(input: ChangeSqlInput): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/from-sql', { body: input });
  }

  /** Replaces the items of the version that was looked at. */
  edit({ id, version }: ChangeSetDetails, items: ChangeItem[]): Promise<ChangeSetDetails> {
    return this.client.put('/api/changes/{id}', { path: { id }, body: { items, version } });
  }

  /** Makes a draft again of a change set that was refused. */
  reopen({ id, version }: ChangeSetDetails): Promise<ChangeSetDetails> {
    return this.client.put('/api/changes/{id}', { path: { id }, body: { version } });
  }

  /** Settles a conflict of the rehearsal that was looked at. */
  settle({ id, version }: ChangeSetDetails, item: number, choice: ConflictChoice): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/settle', {
      path: { id },
      body: { choices: [{ item, choice }], version },
    });
  }

  rehearse(id: string): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/rehearse', { path: { id } });
  }

  propose({ id, hash }: ChangeSetDetails): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/propose', { path: { id }, body: { hash } });
  }

  approve(change: ChangeSetDetails): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/approve', { path: { id: change.id }, body: seen(change) });
  }

  refuse(id: string, reason: string): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/refuse', { path: { id }, body: { reason } });
  }

  apply(change: ChangeSetDetails): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/apply', { path: { id: change.id }, body: seen(change) });
  }

  /** Makes the draft that takes it back. */
  undo(id: string): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/undo', { path: { id } });
  }

  comment(id: string, text: string): Promise<ChangeSetDetails> {
    return this.client.post('/api/changes/{id}/comments', { path: { id }, body: { text } });
  }

  remove(id: string): Promise<void> {
    return this.client.delete('/api/changes/{id}', { path: { id } });
  }
}

/** What was looked at, so that nothing else is approved or applied. */
function seen({ hash, rehearsal }: ChangeSetDetails): { hash: string; effect_hash?: string } {
  const effect = rehearsal?.effect_hash ?? null;
  return effect === null ? { hash } : { hash, effect_hash: effect };
}
