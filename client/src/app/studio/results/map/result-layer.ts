import { inject, Injectable, signal } from '@angular/core';
import type { ResultColumn, ResultLayerRequest, TileLayerInfo } from '#libs/api';
import type { GeoSource } from '#libs/geo';
import { ApiProblem } from '../../../shared/http/api-problem';
import { ResultsApi } from '../results-api';

/** A statement and where its rows are. */
export interface LayerRequestOptions {
  readonly connectionId: string | null;
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
  readonly source: GeoSource | null;
}

/**
 * What asks the server to draw a result by tiles; null where it cannot: tiles are made by Postgres, of a column of a
 * geometry type or of a pair of numbers.
 */
export function layerRequest({ connectionId, sql, columns, source }: LayerRequestOptions): ResultLayerRequest | null {
  if (connectionId === null || source === null) return null;
  const name = (index: number): string => columns[index]?.name ?? '';
  const base = { connection_id: connectionId, sql };
  if (source.kind === 'pair')
    return { ...base, latitude_column: name(source.latitude), longitude_column: name(source.longitude) };
  const isDrawable = /^(?:.+\.)?(?:geometry|geography)\b/i.test(columns[source.column]?.type ?? '');
  return isDrawable ? { ...base, geometry_column: name(source.column) } : null;
}

/** The layer that a result is drawn by instead of its rows, once somebody has asked for it. */
@Injectable()
export class ResultLayer {
  private readonly api = inject(ResultsApi);
  private readonly made = signal<TileLayerInfo | null>(null);
  private readonly failure = signal<ApiProblem | null>(null);
  private readonly asking = signal(false);
  private turn = 0;

  /** Null while the rows themselves are drawn. */
  readonly layer = this.made.asReadonly();
  readonly problem = this.failure.asReadonly();
  readonly isAsking = this.asking.asReadonly();

  /** Has the server draw a result. */
  async draw(request: ResultLayerRequest): Promise<void> {
    this.stop();
    const { turn } = this;
    this.asking.set(true);
    try {
      const layer = await this.api.createLayer(request);
      if (turn === this.turn) this.made.set(layer);
    } catch (error) {
      if (turn === this.turn) this.failure.set(ApiProblem.from(error));
    } finally {
      if (turn === this.turn) this.asking.set(false);
    }
  }

  /** Goes back to the rows. */
  stop(): void {
    this.turn += 1;
    this.made.set(null);
    this.failure.set(null);
    this.asking.set(false);
  }
}
