import Feature from 'ol/Feature';
import GeometryCollection from 'ol/geom/GeometryCollection';
import LineString from 'ol/geom/LineString';
import MultiPoint from 'ol/geom/MultiPoint';
import VectorLayer from 'ol/layer/Vector';
import type OlMap from 'ol/Map';
import VectorSource from 'ol/source/Vector';
import CircleStyle from 'ol/style/Circle';
import Fill from 'ol/style/Fill';
import Stroke from 'ol/style/Stroke';
import Style from 'ol/style/Style';
import type { Geometry, Position } from '#libs/geo';
import type { MapTokens } from '../../../../shared/map/map-tokens';
import { olGeometry } from '../ol-geometry';

/** What is drawn of a geometry that is edited, in metres of the map. */
export interface DrawnVertices {
  readonly shape: Geometry | null;
  readonly vertices: readonly Position[];
  /** Between two vertices: dragging one adds a vertex there. */
  readonly middles: readonly Position[];
  readonly chosen: Position | null;
  readonly sketch: readonly Position[];
}

const SHAPE_ALPHA = '40';

/** Draws a geometry with a handle for each vertex, the chosen one larger than the others. */
export class VertexLayers {
  private readonly shape = new Feature();
  private readonly vertices = new Feature();
  private readonly middles = new Feature();
  private readonly chosen = new Feature();
  private readonly sketch = new Feature();
  private readonly source = new VectorSource({
    features: [this.shape, this.middles, this.vertices, this.sketch, this.chosen],
  });

  constructor(map: OlMap) {
    map.addLayer(new VectorLayer({ source: this.source, zIndex: 3, updateWhileInteracting: true }));
  }

  show({ shape, vertices, middles, chosen, sketch }: DrawnVertices): void {
    this.shape.setGeometry(shape === null ? undefined : olGeometry(shape));
    this.vertices.setGeometry(points(vertices));
    this.middles.setGeometry(points(middles));
    this.chosen.setGeometry(points(chosen === null ? [] : [chosen]));
    this.sketch.setGeometry(new GeometryCollection([new LineString(mutable(sketch)), points(sketch)]));
  }

  paint({ accent, panel, categories }: MapTokens): void {
    const second = categories[1] ?? accent;
    this.shape.setStyle(
      new Style({
        fill: new Fill({ color: accent + SHAPE_ALPHA }),
        stroke: new Stroke({ color: accent, width: 2 }),
        image: circle(4, accent, panel),
      }),
    );
    this.vertices.setStyle(new Style({ image: circle(5, panel, accent) }));
    this.middles.setStyle(new Style({ image: circle(3, `${panel}b0`, accent, 1) }));
    this.chosen.setStyle(new Style({ image: circle(7, accent, panel) }));
    this.sketch.setStyle(
      new Style({ stroke: new Stroke({ color: second, width: 2, lineDash: [6, 4] }), image: circle(5, second, panel) }),
    );
  }
}

function circle(radius: number, fill: string, line: string, width = 2): CircleStyle {
  return new CircleStyle({ radius, fill: new Fill({ color: fill }), stroke: new Stroke({ color: line, width }) });
}

function points(positions: readonly Position[]): MultiPoint {
  return new MultiPoint(mutable(positions));
}

function mutable(positions: readonly Position[]): number[][] {
  return positions.map((position) => [...position]);
}
