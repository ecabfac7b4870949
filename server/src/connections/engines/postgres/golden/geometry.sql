SELECT ST_GeomFromText('POINT(1 2)', 4326), ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))'),
       'SRID=4326;POINT(-0.1 51.5)'::geography, ST_GeomFromText('POINT EMPTY'), NULL::geometry(MultiPolygon, 3857),
       'POINT Z (1 2 3)'::geometry(PointZ), ST_AsText(ST_MakePoint(1.1, 2.2)), 'BOX(0 0,1 1)'::box2d
