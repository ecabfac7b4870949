import GeometryCollection from 'ol/geom/GeometryCollection';
import type OlGeometry from 'ol/geom/Geometry';
import LineString from 'ol/geom/LineString';
import MultiLineString from 'ol/geom/MultiLineString';
import MultiPoint from 'ol/geom/MultiPoint';
import MultiPolygon from 'ol/geom/MultiPolygon';
import Point from 'ol/geom/Point';
import Polygon from 'ol/geom/Polygon';
import type { Geometry } from '#libs/geo';

/** A geometry as OpenLayers draws it. */
export function olGeometry(geometry: Geometry): OlGeometry {
  switch (geometry.type) {
    case 'Point':
      return new Point([...geometry.coordinates]);
    case 'LineString':
      return new LineString(geometry.coordinates.map((position) => [...position]));
    case 'MultiPoint':
      return new MultiPoint(geometry.coordinates.map((position) => [...position]));
    case 'Polygon':
      return new Polygon(geometry.coordinates.map((ring) => ring.map((position) => [...position])));
    case 'MultiLineString':
      return new MultiLineString(geometry.coordinates.map((line) => line.map((position) => [...position])));
    case 'MultiPolygon':
      return new MultiPolygon(geometry.coordinates.map((part) => part.map((ring) => ring.map((at) => [...at]))));
    default:
      return new GeometryCollection(geometry.geometries.map(olGeometry));
  }
}
