import { computed, inject, Service, signal } from '@angular/core';
import type { TablePosition } from '#libs/api';
import { tableKey } from '#libs/diagram';
import type { CardPositions, Point } from '#libs/diagram';
import { mergePositions } from '#libs/explore';
import { keptResource } from '../../shared/http/kept-resource';
import { Toasts } from '../../shared/ui/toast/toasts';
import { ExploreApi } from './explore-api';

/** Where the person moved the tables of a connection's diagram. The diagram provides it. */
@Service({ autoProvided: false })
export class DiagramPositions {
  private readonly api = inject(ExploreApi);
  private readonly toasts = inject(Toasts);
  readonly connectionId = signal<string | undefined>(undefined);
  private readonly saved = keptResource(this.connectionId, (id) => this.api.positions(id));
  private readonly items = computed(() => this.saved.value() ?? []);

  readonly count = computed(() => this.items().length);
  readonly cards = computed<CardPositions>(
    () => new Map(this.items().map(({ schema, table, x, y }) => [tableKey({ schema, table }), [x, y] as const])),
  );

  /** Moves a table at once, and keeps its place. */
  async move({ schema, name: table }: { schema: string; name: string }, [x, y]: Point): Promise<void> {
    const id = this.connectionId();
    const moved: TablePosition = { schema, table, x, y };
    this.saved.update((items) => mergePositions(items, [moved]));
    if (id === undefined) return;
    try {
      await this.api.savePositions(id, [moved]);
    } catch (error) {
      this.toasts.showFailure('The position was not saved', error);
    }
  }

  /** Leaves all tables to the layout again. */
  async reset(): Promise<void> {
    const id = this.connectionId();
    if (id === undefined) return;
    try {
      await this.api.resetPositions(id);
      this.saved.update(() => []);
    } catch (error) {
      this.toasts.showFailure('The positions were not reset', error);
    }
  }
}
