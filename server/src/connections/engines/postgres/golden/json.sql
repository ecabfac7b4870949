SELECT '{"a": 123456789012345678901234567890.1234567890, "b": 1e400, "a2": 1.0, "c": -0}'::jsonb,
       '{"a":  1,   "a": 2,
	"b" : [ ]}'::json,
       '"\u00e9 \ud83d\ude00 \\ \" \n"'::jsonb, 'null'::jsonb, '[]'::jsonb, '"null"'::json,
       '{"z":1,"aa":2,"b":3}'::jsonb, '1.10'::jsonb, '$.a[*] ? (@ > 1)'::jsonpath
