SELECT '[1,10)'::int4range, '(1,10]'::int8range, 'empty'::numrange, '(,)'::tsrange, '[1.50,2.500]'::numrange,
       '["2024-01-01 00:00:00","2024-01-02 00:00:00.5")'::tsrange, '[2024-01-01,2024-01-31]'::daterange,
       '(,infinity]'::tstzrange
