import { computed, inject, Service } from '@angular/core';
import { ApiClient } from '../http/api-client';
import { Loaded } from '../http/loaded';
import { Identity } from '../identity/identity';

/** What there is of the demo. Only administrators see it and may remove it. */
@Service()
export class DemoStore {
  private readonly api = inject(ApiClient);
  private readonly identity = inject(Identity);
  private readonly loaded = new Loaded(() => this.api.get('/api/demo'));
  private first: Promise<void> | null = null;

  /** Null while it is not known. */
  readonly view = this.loaded.value;
  /** True where there is a demo that this person may remove. */
  readonly isThere = computed(() => {
    const view = this.view();
    return !this.identity.isRestricted() && view !== null && view.state !== 'none';
  });

  /** Reads it, once; without an answer `isThere` stays false. */
  ensure(): Promise<void> {
    if (this.identity.isRestricted()) return Promise.resolve();
    return (this.first ??= this.loaded.load());
  }

  /** Reads it again. */
  reload(): Promise<void> {
    return (this.first = this.loaded.load());
  }

  /** Removes the demo. Rejects with an ApiProblem. */
  async remove(): Promise<void> {
    await this.api.delete('/api/demo');
    await this.reload();
  }
}
