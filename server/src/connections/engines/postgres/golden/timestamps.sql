SELECT '2024-02-29 23:59:59.999999'::timestamp, '2024-02-29 23:59:59.999999+14'::timestamptz,
       '2024-01-01 00:00:00.100000'::timestamp, '1900-01-01 00:00:00+00'::timestamptz,
       'infinity'::timestamp, '-infinity'::timestamptz, 'infinity'::date, '-infinity'::date,
       '0044-03-15 BC'::date, '0044-03-15 12:00:00.5 BC'::timestamp, '4713-01-01 00:00:00+00 BC'::timestamptz,
       '294276-12-31 23:59:59.999999'::timestamp, '5874897-12-31'::date, '0001-01-01'::date, '1582-10-10'::date
