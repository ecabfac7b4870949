SELECT i, i::numeric / 7, md5(i::text), CASE WHEN i % 3 = 0 THEN NULL ELSE repeat('é', i % 50) END, now() - now()
  FROM generate_series(-2000, 2000) AS i ORDER BY i
