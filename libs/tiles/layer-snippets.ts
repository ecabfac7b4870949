import { htmlText } from '../markup/index.js';
import type { LayerStyle } from '../api/index.js';
import { OTHER_COLOUR } from './layer-paint.js';
import { TILE_DEFAULTS } from './tile-statement.js';

/** Programs and libraries that a layer can be pasted into. */
export type SnippetKind = 'openlayers' | 'maplibre' | 'leaflet' | 'qgis';

/** What a snippet is made of. */
export interface SnippetFacts {
  readonly name: string;
  /** Absolute, with `{z}`, `{x}` and `{y}`, and with the token where one is needed. */
  readonly tilesUrl: string;
  /** West, south, east, north in degrees. */
  readonly bounds: readonly [number, number, number, number];
  readonly maxZoom: number;
  readonly attribution: string | null;
  readonly style: LayerStyle;
}

const CDN = 'https://cdn.jsdelivr.net/npm';
const OPENLAYERS = `${CDN}/ol@10.11.0`;
const MAPLIBRE = `${CDN}/maplibre-gl@6.13.0/dist`;
const LEAFLET = `${CDN}/leaflet@1.9.4/dist`;
const BRIDGE = `${CDN}/@maplibre/maplibre-gl-leaflet@0.1.4/leaflet-maplibre-gl.js`;

/** A name that no column has: OpenLayers gives each feature the name of its layer under one, by default `layer`. */
export const NO_COLUMN = '\u0000layer';

/** A text that shows the layer as it is: a whole page for the libraries, lines for the Python console of QGIS. */
export function layerSnippet(kind: SnippetKind, facts: SnippetFacts): string {
  return { openlayers, maplibre, leaflet, qgis }[kind](facts);
}

function openlayers(facts: SnippetFacts): string {
  const { west, south, east, north } = sides(facts);
  const script = `  const colourOf = ${colourFunction(facts.style)};
  const style = (feature) => {
    const colour = colourOf(feature.getProperties());
    const stroke = new ol.style.Stroke({ color: colour, width: 1.5 });
    const fill = new ol.style.Fill({ color: colour + '55' });
    return new ol.style.Style({ stroke, fill, image: new ol.style.Circle({ radius: 4, fill: new ol.style.Fill({ color: colour }) }) });
  };
  const source = new ol.source.VectorTile({
    format: new ol.format.MVT({ layerName: ${js(NO_COLUMN)} }),
    url: ${js(facts.tilesUrl)},
    maxZoom: ${String(facts.maxZoom)},
    attributions: ${js(htmlText(facts.attribution ?? ''))},
  });
  const map = new ol.Map({ target: 'map', layers: [new ol.layer.VectorTile({ source, style })] });
  const bounds = ol.proj.transformExtent([${[west, south, east, north].join(', ')}], 'EPSG:4326', 'EPSG:3857');
  map.getView().fit(bounds, { padding: [24, 24, 24, 24] });`;
  return page(
    facts,
    [css(`${OPENLAYERS}/ol.css`)],
    `<script src="${OPENLAYERS}/dist/ol.js"></script>\n<script>\n${script}\n</script>`,
  );
}

function maplibre(facts: SnippetFacts): string {
  const script = `  import { Map } from '${MAPLIBRE}/maplibre-gl.mjs';
  const map = new Map({
    container: 'map',
    style: ${glStyle(facts)},
    bounds: ${js(facts.bounds)},
    fitBoundsOptions: { padding: 24 },
  });`;
  return page(facts, [css(`${MAPLIBRE}/maplibre-gl.css`)], `<script type="module">\n${script}\n</script>`);
}

function leaflet(facts: SnippetFacts): string {
  const { west, south, east, north } = sides(facts);
  const script = `  import * as maplibregl from '${MAPLIBRE}/maplibre-gl.mjs';
  window.maplibregl = maplibregl;
  const bridge = document.createElement('script');
  bridge.src = '${BRIDGE}';
  bridge.onload = () => {
    const map = L.map('map').fitBounds([[${String(south)}, ${String(west)}], [${String(north)}, ${String(east)}]]);
    L.maplibreGL({ style: ${glStyle(facts)} }).addTo(map);
  };
  document.head.append(bridge);`;
  const sheets = [css(`${LEAFLET}/leaflet.css`), css(`${MAPLIBRE}/maplibre-gl.css`)];
  return page(
    facts,
    sheets,
    `<script src="${LEAFLET}/leaflet.js"></script>\n<script type="module">\n${script}\n</script>`,
  );
}

function qgis({ name, tilesUrl, maxZoom }: SnippetFacts): string {
  const source = `type=xyz&url=${encodeURIComponent(tilesUrl)}&zmin=0&zmax=${String(maxZoom)}`;
  return `from qgis.core import QgsProject, QgsVectorTileLayer

layer = QgsVectorTileLayer(${py(source)}, ${py(name)})
QgsProject.instance().addMapLayer(layer)
`;
}

function page({ name }: SnippetFacts, sheets: readonly string[], scripts: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${htmlText(name)}</title>
${sheets.join('\n')}
<style>html, body, #map { height: 100%; margin: 0 }</style>
<div id="map"></div>
${scripts}
</html>
`;
}

function css(href: string): string {
  return `<link rel="stylesheet" href="${href}">`;
}

function sides({ bounds: [west, south, east, north] }: SnippetFacts) {
  return { west, south, east, north };
}

function colourFunction(style: LayerStyle): string {
  if (style.kind === 'single') return `() => ${js(style.colour)}`;
  const value = `properties[${js(style.column)}]`;
  if (style.kind === 'category') {
    const colours = style.stops.map((stop) => [String(stop.value), stop.colour]);
    return `((colours) => (properties) => colours.get(String(${value})) ?? ${js(style.other)})(new Map(${js(colours)}))`;
  }
  return `(properties) => {
    const breaks = ${js(style.breaks)}, colours = ${js(style.colours)}, value = Number(${value} ?? NaN);
    return Number.isNaN(value) ? ${js(OTHER_COLOUR)} : colours[breaks.filter((at) => value >= at).length];
  }`;
}

/** A MapLibre style of the layer alone; `JSON` is JavaScript as well. */
function glStyle({ tilesUrl, maxZoom, bounds, attribution, style }: SnippetFacts): string {
  const colour = glColour(style);
  const layer = (id: string, type: string, geometry: string, paint: object): object => ({
    ...{ id, type, source: 'layer', 'source-layer': TILE_DEFAULTS.layerName },
    ...{ filter: ['==', ['geometry-type'], geometry], paint },
  });
  const source = { type: 'vector', tiles: [tilesUrl], maxzoom: maxZoom, bounds };
  const document = {
    version: 8,
    sources: { layer: { ...source, ...(attribution ? { attribution: htmlText(attribution) } : {}) } },
    layers: [
      layer('areas', 'fill', 'Polygon', { 'fill-color': colour, 'fill-opacity': 0.35 }),
      { ...layer('outlines', 'line', 'Polygon', { 'line-color': colour, 'line-width': 1.5 }) },
      layer('lines', 'line', 'LineString', { 'line-color': colour, 'line-width': 1.5 }),
      layer('points', 'circle', 'Point', { 'circle-color': colour, 'circle-radius': 4 }),
    ],
  };
  return js(document, 2).replaceAll('\n', '\n    ');
}

function glColour(style: LayerStyle): unknown {
  if (style.kind === 'single') return style.colour;
  const value = ['get', style.column];
  if (style.kind === 'category') {
    const stops = new Map(style.stops.map((stop) => [String(stop.value), stop.colour]));
    if (stops.size === 0) return style.other;
    return ['match', ['to-string', value], ...[...stops].flat(), style.other];
  }
  const [first = OTHER_COLOUR, ...more] = style.colours;
  const steps = style.breaks.flatMap((at, index) => [at, more[index] ?? first]);
  const number = ['to-number', value, Number.MIN_SAFE_INTEGER];
  const stepped = steps.length > 0 ? ['step', number, first, ...steps] : first;
  return ['case', ['has', style.column], stepped, OTHER_COLOUR];
}

/** JSON that may stand in a script of a page: nothing in it ends the script. */
function js(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A text of Python: what JSON escapes, Python reads alike. */
function py(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
