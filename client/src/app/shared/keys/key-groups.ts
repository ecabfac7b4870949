import { DestroyRef, inject, Service, signal } from '@angular/core';

/** Keys that belong together, for the list that `?` opens: each combination and what it does. */
export interface KeyGroup {
  name: string;
  keys: readonly (readonly [combination: string, does: string])[];
}

/** What the areas on the page add to the list of keys. */
@Service()
export class KeyGroups {
  private readonly added = signal<readonly KeyGroup[]>([]);
  readonly groups = this.added.asReadonly();

  /** Lists a group for as long as the caller lives; call it in an injection context. */
  add(group: KeyGroup): void {
    this.added.update((groups) => [...groups, group]);
    inject(DestroyRef).onDestroy(() => this.added.update((groups) => groups.filter((other) => other !== group)));
  }
}
