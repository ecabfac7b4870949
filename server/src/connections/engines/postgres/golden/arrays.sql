SELECT ARRAY[1, NULL, 3], ARRAY['a', NULL, 'NULL', '', ' ', '"', '\', 'a,b', '{x}', 'with "quotes" and \ back', E'new\nline'],
       ARRAY[[1, 2], [3, NULL]], '{}'::int[], '[2:4]={7,8,9}'::int[], '[-1:0][5:5]={{1},{2}}'::text[],
       ARRAY['2024-01-01 00:00:00+00'::timestamptz, 'infinity'], ARRAY['{"a": 1}'::jsonb], ARRAY['\xdead'::bytea],
       ARRAY[ROW(1, 'x'), NULL], ARRAY['sad', 'with "quotes"']::mood[], ARRAY[1.50, 'NaN']::numeric[], ARRAY[true, false]
