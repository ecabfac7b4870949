import {
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import OlMap from 'ol/Map';
import View from 'ol/View';
import { defaults as defaultInteractions } from 'ol/interaction/defaults';
import type { Extent } from 'ol/extent';
import { SettingsStore } from '../settings/settings.store';
import { Theme } from '../theme/theme';
import { Icon } from '../ui/icon/icon';
import { IconButton } from '../ui/icon-button';
import { Tooltip } from '../ui/tooltip';
import { BasemapLayer } from './basemap-layer';
import { animationMs } from './map-motion';
import { readMapTokens } from './map-tokens';
import type { MapTokens } from './map-tokens';

const WORLD: Extent = [-20_037_508, -9_000_000, 20_037_508, 14_000_000];
/** Nearer than this one place alone is not shown. */
const NEAREST_ZOOM = 16;

/** A map with its ground, attribution, scale and the buttons to move it; what is drawn on it is its user's business. */
@Component({
  selector: 'dw-map-frame',
  imports: [Icon, IconButton, Tooltip],
  templateUrl: './map-frame.html',
  styleUrl: './map-frame.css',
})
export class MapFrame {
  /** The map has a place on the earth, with a basemap and a scale. */
  readonly isEarth = input(true);
  /** The map is there and takes layers. */
  readonly ready = output<OlMap>();
  /** Everything is to be seen. */
  readonly fitAsked = output();

  protected readonly settings = inject(SettingsStore);
  private readonly theme = inject(Theme);
  private readonly target = viewChild.required<ElementRef<HTMLElement>>('target');
  private readonly tokenValues = signal<MapTokens | null>(null);
  protected readonly ground = signal<BasemapLayer | null>(null);
  protected readonly basemap = computed(() => this.settings.studio().basemap);
  protected readonly scale = signal({ label: '', widthPx: 0 });
  /** The colours to paint with; they change with the theme. */
  readonly tokens = this.tokenValues.asReadonly();
  readonly map = new OlMap({
    controls: [],
    interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
    view: new View({ center: [0, 2_500_000], zoom: 1.6, maxZoom: 21, enableRotation: false, multiWorld: true }),
  });

  constructor() {
    const host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
    void this.settings.load();
    effect(() => {
      const element = this.target().nativeElement;
      untracked(() => this.begin(element));
    });
    effect(() => {
      const [{ theme }, basemap, ground, isEarth] = [this.theme.look(), this.basemap(), this.ground(), this.isEarth()];
      const tokens = readMapTokens(host);
      this.tokenValues.set(tokens);
      if (ground && isEarth) void ground.show(theme, basemap, tokens);
    });
    inject(DestroyRef).onDestroy(() => {
      this.ground()?.dispose();
      this.map.setTarget(undefined);
      this.map.dispose();
    });
  }

  /** Shows an extent with some space around it. */
  fit(extent: Extent, isAtOnce = false): void {
    const size = this.map.getSize();
    if (!size) return;
    const padding = [56, 56, 56, 56].map((pixels) => Math.min(pixels, Math.min(...size) / 8));
    this.map.getView().fit(extent, { padding, maxZoom: NEAREST_ZOOM, duration: isAtOnce ? 0 : animationMs() });
  }

  /** Shows the world. */
  fitWorld(): void {
    this.fit(WORLD, true);
  }

  protected zoom(by: number): void {
    const view = this.map.getView();
    view.animate({ zoom: (view.getZoom() ?? 2) + by, duration: animationMs() });
  }

  private begin(element: HTMLElement): void {
    this.map.setTarget(element);
    this.map.updateSize();
    this.map.on('moveend', () => this.measure());
    this.ground.set(new BasemapLayer(this.map));
    this.ready.emit(this.map);
  }

  /** A round distance and how wide it is in the middle of the map. */
  private measure(): void {
    const view = this.map.getView();
    const [, y = 0] = view.getCenter() ?? [];
    const metres = (view.getResolution() ?? 1) / Math.cosh(y / 6_378_137);
    const wanted = metres * 90;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const round = ([5, 2, 1].find((step) => step * power <= wanted) ?? 1) * power;
    const label = round >= 1000 ? `${round / 1000} km` : round >= 1 ? `${round} m` : `${round * 100} cm`;
    this.scale.set({ label, widthPx: Math.round(round / metres) });
  }
}
