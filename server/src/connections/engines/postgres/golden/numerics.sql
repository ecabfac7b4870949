SELECT (repeat('9', 500) || '.' || repeat('123456789', 55) || '98765')::numeric(1000, 500) AS wide,
       1.10::numeric, 1.1000::numeric, 0.00::numeric(4, 2), -0.0::numeric, 1e-300::numeric, 1e300::numeric,
       'NaN'::numeric, 100::numeric(3, 0)
