SELECT 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid, '-1234567.891'::money, '92233720368547758.07'::money,
       '<a b="1">x &amp; <!-- y --></a>'::xml, '192.168.0.1/24'::inet, '::ffff:1.2.3.4'::inet, '10.0.0.0/8'::cidr,
       '08:00:2b:01:02:03'::macaddr, '08:00:2b:01:02:03:04:05'::macaddr8, 'a fat cat''s:3A rat:1B'::tsvector,
       'fat & (rat | cat:*)'::tsquery, '(1.5,-2)'::point, '[(0,0),(1,1)]'::lseg, '((0,0),(1,1))'::box,
       '((0,0),(1,0),(1,1))'::polygon, '<(0,0),5>'::circle, '{1,-1,0}'::line, '16/B374D848'::pg_lsn,
       'pg_class'::regclass, 'int4'::regtype, true, false, NULL::boolean, '(0,1)'::tid, 'x'::"char", 'n'::name,
       pg_sleep(0), '10:20:10,14,15'::pg_snapshot
