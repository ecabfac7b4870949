SELECT '0'::interval, '1 year 2 mons -3 days'::interval, '-1 year -2 mons +3 days -04:05:06.789'::interval,
       '178000000 years'::interval, '1 microsecond'::interval, '-00:00:01'::interval, '100:00:00'::interval,
       '1 day 25:00:00'::interval, '14 months'::interval, '1 week'::interval
