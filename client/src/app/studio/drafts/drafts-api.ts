import { inject, Service } from '@angular/core';
import type { Draft, DraftInput, DraftList, DraftReceipt } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';

/** The requests that outlive a page have 64 KB together; what they leave is for those of others. */
const KEEPALIVE_BYTES = 60_000;

/** The server's copy of the tabs. Each call rejects with an ApiProblem. */
@Service()
export class DraftsApi {
  private readonly client = inject(ApiClient);
  /** Bytes of the requests under way that outlive the page. */
  private lastingBytes = 0;

  /** The open tabs of all browsers in their order, whole: pages of the server end where their texts are long. */
  async list(): Promise<DraftList> {
    const read = (cursor: string | null): Promise<DraftList> =>
      this.client.get('/api/studio/tabs', cursor === null ? {} : { query: { cursor } });
    const first = await read(null);
    const items = [...first.items];
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = await read(cursor);
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    return { ...first, items: items.sort((a, b) => a.position - b.position), next_cursor: null };
  }

  /** One tab as the server has it. */
  get(id: string): Promise<Draft> {
    return this.client.get('/api/studio/tabs/{id}', { path: { id } });
  }

  /** Keeps a tab; while the page is leaving, tabs of usual size still arrive. A browser rejects what is too long for that. */
  async put(id: string, draft: DraftInput, isLeaving: boolean): Promise<DraftReceipt> {
    const bytes = isLeaving ? new TextEncoder().encode(JSON.stringify(draft)).length : 0;
    const keepalive = isLeaving && this.lastingBytes + bytes <= KEEPALIVE_BYTES;
    const lasting = keepalive ? bytes : 0;
    this.lastingBytes += lasting;
    try {
      return await this.client.put('/api/studio/tabs/{id}', { path: { id }, body: draft, keepalive });
    } finally {
      this.lastingBytes -= lasting;
    }
  }

  /** Closes a tab, unless it was changed since that version. */
  close(id: string, version: number): Promise<void> {
    return this.client.delete('/api/studio/tabs/{id}', { path: { id }, query: { version } });
  }
}
