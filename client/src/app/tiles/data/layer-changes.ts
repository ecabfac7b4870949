import { signal } from '@angular/core';
import type { LayerStyle, TileLayerInfo, TileLayerSettings } from '#libs/api';
import { KeyedMutex } from '#libs/async';
import type { LayersApi } from './layers-api';

/** What a change begins with, and what becomes of it. */
export interface LayerChangeOutcome {
  /** The settings in sight; null where none are. */
  known(queryId: string): TileLayerSettings | null;
  /** The layer as the server has it afterwards. */
  taken(queryId: string, info: TileLayerInfo): void;
  failed(error: unknown): void;
}

/** Sends what is chosen for layers, one change after another, so that the last one is kept. */
export class LayerChanges {
  private readonly queue = new KeyedMutex();
  private readonly trial = signal<{ readonly queryId: string; readonly style: LayerStyle } | null>(null);

  constructor(
    private readonly api: LayersApi,
    private readonly outcome: LayerChangeOutcome,
  ) {}

  /** The style that is tried out on a layer; null where the one that is kept paints it. Read as a signal. */
  triedStyle(queryId: string): LayerStyle | null {
    const trial = this.trial();
    return trial?.queryId === queryId ? trial.style : null;
  }

  /** Paints with a style, and keeps it where `isKept`. Once it answered, the style that it has is painted. */
  async tryStyle(queryId: string, style: LayerStyle, isKept: boolean): Promise<void> {
    this.trial.set({ queryId, style });
    if (!isKept) return;
    await this.choose(queryId, { style });
    this.trial.update((trial) => (trial?.style === style ? null : trial));
  }

  /** Changes a layer; whether the server did. */
  choose(queryId: string, chosen: Partial<TileLayerSettings>): Promise<boolean> {
    return this.queue.runExclusive(queryId, async () => {
      try {
        const expected = this.expectedOf(queryId, chosen);
        this.outcome.taken(queryId, await this.api.choose(queryId, { ...chosen, expected }));
        return true;
      } catch (error) {
        this.outcome.failed(error);
        return false;
      }
    });
  }

  /** What is in sight of the settings that a change is about; changes of others do not meet. */
  private expectedOf(queryId: string, chosen: Partial<TileLayerSettings>): Partial<TileLayerSettings> {
    const known = Object.entries(this.outcome.known(queryId) ?? {});
    return Object.fromEntries(known.filter(([name]) => name in chosen));
  }
}
