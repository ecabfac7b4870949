SELECT 'NaN'::float8, 'Infinity'::float8, '-Infinity'::float8, '-0'::float8, 0.1::float8 + 0.2::float8,
       1.7976931348623157e308::float8, 5e-324::float8, 1e15::float8, 1e16::float8, 123456789012345680::float8,
       0.1::float4, 16777217::float4, 3.4028235e38::float4, 1e-45::float4, 'NaN'::float4
