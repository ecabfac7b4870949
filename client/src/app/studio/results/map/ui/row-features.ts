import { Feature } from 'ol';
import type { FeatureLike } from 'ol/Feature';
import CircleStyle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import type { ResultRow } from '#libs/api';
import type { PlacedRow } from '#libs/geo';
import type { MapTokens } from '../../../../shared/map/map-tokens';
import { olGeometry } from '../../geometry/ol-geometry';
import type { Encoding } from '../map-encoding';

/** What is drawn for a row. `row`, `radius` and `kind` are properties, so that styles need not look anything up. */
export function rowFeature({ row, geometry }: PlacedRow, cells: ResultRow, encoding: Encoding): Feature {
  const feature = new Feature(olGeometry(geometry));
  feature.setId(row);
  feature.set('radius', encoding.radiusOf(cells), true);
  feature.set('kind', encoding.classOf(cells), true);
  return feature;
}

/** The number of a feature's row. */
export function rowOfFeature(feature: FeatureLike): number {
  return feature.getId() as number;
}

export function radiusOfFeature(feature: FeatureLike): number {
  return (feature.get('radius') as number | undefined) ?? 5;
}

/** Fills are half transparent, so that what lies below is seen; outlines are whole. */
const FILL_ALPHA = '85';
const SHAPE_ALPHA = '4d';

/** Styles of rows by size and class; each is made once, since a map may have many thousand rows. */
export function rowStyles(tokens: MapTokens, isScale: boolean): (feature: FeatureLike) => Style {
  const styles = new Map<string, Style>();
  const colours = isScale ? tokens.scale : tokens.categories;
  return (feature) => {
    const kind = feature.get('kind') as number | null;
    const radius = Math.round(radiusOfFeature(feature) * 2) / 2;
    const key = `${kind} ${radius}`;
    let style = styles.get(key);
    if (!style) styles.set(key, (style = rowStyle((kind === null ? null : colours[kind]) ?? tokens.muted, radius)));
    return style;
  };
}

/** A ring around the picked row, over all others. */
export function pickedStyles(tokens: MapTokens): (feature: FeatureLike) => Style[] {
  return (feature) => [
    ringStyle(tokens.panel, radiusOfFeature(feature) + 2.5, 5),
    ringStyle(tokens.accent, radiusOfFeature(feature) + 3, 2.5),
  ];
}

function rowStyle(colour: string, radius: number): Style {
  const stroke = new Stroke({ color: colour, width: radius > 4 ? 1.5 : 1 });
  return new Style({
    fill: new Fill({ color: colour + SHAPE_ALPHA }),
    stroke: new Stroke({ color: colour, width: 1.75 }),
    image: new CircleStyle({ radius, fill: new Fill({ color: colour + FILL_ALPHA }), stroke }),
  });
}

function ringStyle(colour: string, radius: number, width: number): Style {
  const stroke = new Stroke({ color: colour, width });
  return new Style({ stroke, image: new CircleStyle({ radius, stroke }) });
}
