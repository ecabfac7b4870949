import { signal } from '@angular/core';
import type LayerGroup from 'ol/layer/Group';
import type OlMap from 'ol/Map';
import type { Basemap } from '#libs/api';
import { DEFAULT_BASEMAP_HOST, plainBasemap, vectorBasemap, xyzBasemap } from './basemap-layers';
import type { MapTokens } from './map-tokens';

/** Patience with a basemap whose host does not answer, in milliseconds. */
const PATIENCE_MS = 8_000;
/** Tiles of a person's own basemap that fail before one has come, until it is said. */
const MAX_TILE_FAILURES = 3;

/** Basemap. `note` says why it is not what was wanted; empty where it is. */
export class BasemapLayer {
  private readonly notice = signal('');
  readonly note = this.notice.asReadonly();
  private group: LayerGroup | null = null;
  private loading = new AbortController();

  constructor(private readonly map: OlMap) {}

  /** Puts a ground under the data; what was there stays until it has come. */
  async show(theme: 'light' | 'dark', basemap: Basemap | null, tokens: MapTokens): Promise<void> {
    this.loading.abort();
    const loading = new AbortController();
    this.loading = loading;
    this.notice.set('');
    if (basemap) this.showXyz(basemap, tokens, loading);
    else await this.showVector(theme, tokens, loading);
  }

  /** Takes the note away, until there is a new one. */
  closeNote(): void {
    this.notice.set('');
  }

  /** Stops what is on its way. */
  dispose(): void {
    this.loading.abort();
  }

  private async showVector(theme: 'light' | 'dark', tokens: MapTokens, loading: AbortController): Promise<void> {
    // The data is never without a ground while the host is waited for.
    if (!this.group) await this.showPlain(tokens, loading.signal);
    try {
      const patience = AbortSignal.any([loading.signal, AbortSignal.timeout(PATIENCE_MS)]);
      this.put(await vectorBasemap(theme, patience), loading.signal);
    } catch {
      await this.fall(DEFAULT_BASEMAP_HOST, tokens, loading.signal);
    }
  }

  private showXyz(basemap: Basemap, tokens: MapTokens, loading: AbortController): void {
    let [hasLoaded, failures] = [false, 0];
    const failed = (): void => {
      failures += 1;
      if (!hasLoaded && failures === MAX_TILE_FAILURES) void this.fall(hostOf(basemap.url), tokens, loading.signal);
    };
    const ground = xyzBasemap(basemap, () => (hasLoaded = true), failed);
    this.put(ground, loading.signal);
  }

  private async fall(host: string, tokens: MapTokens, stop: AbortSignal): Promise<void> {
    if (stop.aborted) return;
    this.notice.set(`No basemap: ${host} can't be reached. Your data is shown without it.`);
    await this.showPlain(tokens, stop);
  }

  private async showPlain(tokens: MapTokens, stop: AbortSignal): Promise<void> {
    this.put(await plainBasemap(tokens), stop);
  }

  private put(group: LayerGroup, stop: AbortSignal): void {
    if (stop.aborted) return;
    group.setZIndex(-1);
    const former = this.group;
    if (former) this.map.removeLayer(former);
    this.group = group;
    this.map.addLayer(group);
    former?.dispose();
  }
}

function hostOf(url: string): string {
  return /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? url;
}
