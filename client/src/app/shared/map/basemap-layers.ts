import { Feature } from 'ol';
import type { Geometry } from 'geojson';
import MultiLineString from 'ol/geom/MultiLineString';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Graticule from 'ol/layer/Graticule';
import LayerGroup from 'ol/layer/Group';
import TileLayer from 'ol/layer/Tile';
import VectorLayer from 'ol/layer/Vector';
import VectorSource from 'ol/source/Vector';
import XYZ from 'ol/source/XYZ';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Basemap } from '#libs/api';
import { coastLines, flatPolygons } from '#libs/geo';
import type { Rings } from '#libs/geo';
import type { MapTokens } from './map-tokens';

/** The zoom from which the coast lines that come with the workbench are too coarse to be shown. */
const COARSE_FROM_ZOOM = 7;
const HOST = 'https://tiles.openfreemap.org';
const STYLES = { light: `${HOST}/styles/positron`, dark: `${HOST}/styles/dark` } as const;

/** Where the default basemap comes from. */
export const DEFAULT_BASEMAP_HOST = 'tiles.openfreemap.org';

/** The default basemap: a keyless vector style, light or dark. Rejects where its host cannot be reached. */
export async function vectorBasemap(theme: 'light' | 'dark', stop: AbortSignal): Promise<LayerGroup> {
  const [answer, { apply }] = await Promise.all([fetch(STYLES[theme], { signal: stop }), import('ol-mapbox-style')]);
  if (!answer.ok) throw new Error(`${DEFAULT_BASEMAP_HOST} answered ${answer.status}.`);
  const group = new LayerGroup();
  const style = withOwnFont((await answer.json()) as GlStyle);
  await (apply(group, style, { styleUrl: STYLES[theme] }) as Promise<unknown>);
  return group;
}

interface GlStyle {
  layers: { layout?: Record<string, unknown> }[];
}

/** Names are written in the interface's own font: no font is loaded from another host. */
function withOwnFont(style: GlStyle): GlStyle {
  const layers = style.layers.map((layer) =>
    layer.layout && 'text-font' in layer.layout
      ? { ...layer, layout: { ...layer.layout, 'text-font': ['Inter Variable Regular'] } }
      : layer,
  );
  return { ...style, layers };
}

/** A person's own basemap of pictures. `failed` and `loaded` are called for each tile. */
export function xyzBasemap({ url }: Basemap, loaded: () => void, failed: () => void): LayerGroup {
  // Some hosts serve nothing to a page that does not say where it is.
  const source = new XYZ({ url, referrerPolicy: 'strict-origin-when-cross-origin', transition: 0 });
  source.on('tileloadend', loaded);
  source.on('tileloaderror', failed);
  return new LayerGroup({ layers: [new TileLayer({ source })] });
}

/** The ground that needs no network: lines of longitude and latitude, and from afar the coasts. */
export async function plainBasemap(tokens: MapTokens): Promise<LayerGroup> {
  const graticule = new Graticule({
    strokeStyle: new Stroke({ color: tokens.line, width: 1 }),
    showLabels: false,
    wrapX: true,
    targetSize: 140,
  });
  const fill = new Style({ fill: new Fill({ color: tokens.land }) });
  const stroke = new Style({ stroke: new Stroke({ color: tokens.line, width: 1 }) });
  const coasts = new VectorLayer({
    // Copies, since a feature hears of its sources for ever, and by them of every map that showed it.
    source: new VectorSource({ features: (await landFeatures()).map((feature) => feature.clone()) }),
    maxZoom: COARSE_FROM_ZOOM,
    style: (feature) => (feature.getGeometry()?.getType() === 'MultiPolygon' ? fill : stroke),
  });
  return new LayerGroup({ layers: [coasts, graticule] });
}

let land: Feature[] | null = null;

/** The land as one feature to fill and its coasts as another to draw: cuts of the land are no coasts. */
async function landFeatures(): Promise<Feature[]> {
  if (land) return land;
  const [{ feature }, { default: world }] = await Promise.all([
    import('topojson-client'),
    import('world-atlas/land-110m.json'),
  ]);
  const topology = world as unknown as Topology<{ land: GeometryCollection }>;
  const polygons = feature(topology, topology.objects.land).features.flatMap(({ geometry }) => polygonsOf(geometry));
  const flat = polygons.flatMap(flatPolygons);
  const shapes = [
    new MultiPolygon(flat.map((rings) => rings.map((ring) => ring.map((corner) => [...corner])))),
    new MultiLineString(flat.flatMap(coastLines).map((line) => line.map((corner) => [...corner]))),
  ];
  land = shapes.map((shape) => new Feature(shape.transform('EPSG:4326', 'EPSG:3857')));
  return land;
}

function polygonsOf(geometry: Geometry): Rings[] {
  const polygons = geometry.type === 'MultiPolygon' ? geometry.coordinates : [];
  return polygons as unknown as Rings[];
}
