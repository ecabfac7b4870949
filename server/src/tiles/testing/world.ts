import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';

interface Country {
  readonly name: string;
}

const require = createRequire(import.meta.url);

/** The countries of the world at 1:110 million, as they are in the `world-atlas` package. */
export function countries(): Feature<Geometry, Country>[] {
  const text = readFileSync(require.resolve('world-atlas/countries-110m.json'), 'utf8');
  const topology = JSON.parse(text) as Topology<{ countries: GeometryCollection<Country> }>;
  return feature(topology, topology.objects.countries).features;
}

interface City {
  readonly city: string;
  readonly iso2: string;
  readonly pop: number;
  readonly lat: number;
  readonly lng: number;
}

/** Some 7,300 cities of the world, as they are in the `city-timezones` package. */
function cities(): readonly City[] {
  return JSON.parse(readFileSync(require.resolve('city-timezones/data/cityMap.json'), 'utf8')) as City[];
}

/** DDL and rows of `countries` with polygons, `borders` and `places` made of them, and `cities` with points. */
export function worldSql(): string {
  const rows = countries().map(({ properties, geometry }, index) => {
    const json = JSON.stringify(geometry).replaceAll("'", "''");
    return `(${String(index)}, '${properties.name.replaceAll("'", "''")}', ST_SetSRID(ST_GeomFromGeoJSON('${json}'), 4326))`;
  });
  return `CREATE EXTENSION IF NOT EXISTS postgis;
    CREATE TABLE countries (id integer PRIMARY KEY, name text NOT NULL, geom geometry(Geometry, 4326) NOT NULL);
    INSERT INTO countries VALUES ${rows.join(',\n')};
    CREATE INDEX ON countries USING gist (geom);
    CREATE TABLE borders AS SELECT id, name, ST_Boundary(geom) AS geom FROM countries;
    CREATE TABLE places AS SELECT id, name, ST_PointOnSurface(geom) AS geom FROM countries;
    CREATE TABLE cities (id integer PRIMARY KEY, name text NOT NULL, country text, people bigint, geom geometry(Point, 4326) NOT NULL);
    INSERT INTO cities SELECT no, c ->> 'city', c ->> 'iso2', (c ->> 'pop')::numeric::bigint,
        ST_SetSRID(ST_Point((c ->> 'lng')::float8, (c ->> 'lat')::float8), 4326)
      FROM json_array_elements('${JSON.stringify(cities()).replaceAll("'", "''")}') WITH ORDINALITY AS city (c, no);
    CREATE INDEX ON cities USING gist (geom);
    ANALYZE`;
}
