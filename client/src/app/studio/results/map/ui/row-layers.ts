import type { Feature } from 'ol';
import { buffer, createEmpty, extend, getCenter, isEmpty } from 'ol/extent';
import type { Extent } from 'ol/extent';
import Point from 'ol/geom/Point';
import VectorLayer from 'ol/layer/Vector';
import VectorImageLayer from 'ol/layer/VectorImage';
import type OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import type { ResultRow } from '#libs/api';
import type { PlacedRow } from '#libs/geo';
import { animationMs } from '../../../../shared/map/map-motion';
import type { MapTokens } from '../../../../shared/map/map-tokens';
import type { Encoding } from '../map-encoding';
import { pickedStyles, radiusOfFeature, rowFeature, rowOfFeature, rowStyles } from './row-features';

/** How far beside a thing the pointer may be, in CSS pixels. */
const SLACK_PX = 4;
const WIDEST_PX = 36;

/** The rows of a result on a map, and the one that is picked above them. */
export class RowLayers {
  private readonly rows = new VectorSource();
  private readonly picked = new VectorSource();
  /** Drawn as one picture that moves with the map: panning never draws thousands of rows anew. */
  private readonly rowLayer = new VectorImageLayer({ source: this.rows, imageRatio: 1.6, renderBuffer: 40 });
  private readonly pickedLayer = new VectorLayer({ source: this.picked, zIndex: 2 });

  constructor(private readonly map: OlMap) {
    this.rowLayer.setZIndex(1);
    map.addLayer(this.rowLayer);
    map.addLayer(this.pickedLayer);
  }

  /** Draws rows in place of those before. Great ones come first, so that small ones lie on top. */
  show(placed: readonly PlacedRow[], rows: readonly ResultRow[], encoding: Encoding): void {
    const features = placed.map((one) => rowFeature(one, rows[one.row] ?? [], encoding));
    if (encoding.sizes.length > 0) features.sort((a, b) => radiusOfFeature(b) - radiusOfFeature(a));
    this.rows.clear(true);
    this.rows.addFeatures(features);
  }

  /** Shows the rows, or hides them while something else is drawn in their place. */
  setShown(isShown: boolean): void {
    this.rowLayer.setVisible(isShown);
    this.pickedLayer.setVisible(isShown);
  }

  paint(tokens: MapTokens, isScale: boolean): void {
    this.rowLayer.setStyle(rowStyles(tokens, isScale));
    this.pickedLayer.setStyle(pickedStyles(tokens));
  }

  /** Puts a ring around a row, or around none. */
  pick(row: number | null): void {
    this.picked.clear(true);
    const feature = row === null ? null : this.rows.getFeatureById(row);
    if (feature) this.picked.addFeature(feature.clone());
  }

  /** Moves the map so that a row is in sight, if it is not. */
  reveal(row: number): void {
    const extent = this.extentOf(row);
    const view = this.map.getView();
    const [centre, shown] = [extent && getCenter(extent), view.calculateExtent(this.map.getSize())];
    if (!centre || isWithin(centre, buffer(shown, -20 * (view.getResolution() ?? 1)))) return;
    view.animate({ center: centre, duration: animationMs() });
  }

  /** Where a row lies, in CSS pixels of the map; null for one that is not drawn. */
  extentOf(row: number): Extent | null {
    return this.rows.getFeatureById(row)?.getGeometry()?.getExtent() ?? null;
  }

  /** Everything that is drawn; null where nothing is. */
  extent(): Extent | null {
    const all = this.rows.getFeatures().reduce((extent, feature) => {
      const own = feature.getGeometry()?.getExtent();
      return own ? extend(extent, own) : extent;
    }, createEmpty());
    return isEmpty(all) ? null : all;
  }

  /** The row at a place of the map, the topmost one; null where there is none. */
  at(coordinate: readonly number[]): number | null {
    const resolution = this.map.getView().getResolution() ?? 1;
    const around = buffer([...coordinate, ...coordinate], WIDEST_PX * resolution);
    const hits = this.rows
      .getFeaturesInExtent(around, this.map.getView().getProjection())
      .map((feature) => ({ feature, distance: distanceTo(feature, coordinate, resolution) }))
      .filter(({ distance }) => distance <= SLACK_PX);
    hits.sort((a, b) => radiusOfFeature(a.feature) - radiusOfFeature(b.feature) || a.distance - b.distance);
    return hits[0] ? rowOfFeature(hits[0].feature) : null;
  }

  /** The row that is nearest to a place. */
  nearest(coordinate: readonly number[]): number | null {
    const feature = this.rows.getClosestFeatureToCoordinate([...coordinate]);
    return feature ? rowOfFeature(feature) : null;
  }
}

/** How far outside of a thing a place is, in CSS pixels; 0 within it. */
function distanceTo(feature: Feature, coordinate: readonly number[], resolution: number): number {
  const geometry = feature.getGeometry();
  if (!geometry) return Number.POSITIVE_INFINITY;
  if (geometry.intersectsCoordinate([...coordinate])) return 0;
  const [x = 0, y = 0] = geometry.getClosestPoint([...coordinate]);
  const pixels = Math.hypot(x - (coordinate[0] ?? 0), y - (coordinate[1] ?? 0)) / resolution;
  return geometry instanceof Point ? Math.max(0, pixels - radiusOfFeature(feature)) : pixels;
}

function isWithin([x = 0, y = 0]: readonly number[], [west = 0, south = 0, east = 0, north = 0]: Extent): boolean {
  return x >= west && x <= east && y >= south && y <= north;
}
