-- since 15
SELECT 12345::numeric(5, -2), 0.00012::numeric(2, 5)
