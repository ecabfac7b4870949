-- since 14
SELECT 'Infinity'::numeric, '-Infinity'::numeric, ARRAY['Infinity'::numeric, NULL]
