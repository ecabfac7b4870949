SELECT '' AS empty, NULL AS nothing, ' ' AS blank, '😀👩‍👩‍👧‍👦🏳️‍🌈' AS emoji, U&'\+01F600\+0E0041\+02A6D6' AS beyond_the_bmp, U&'e\0301' AS combining,
       'ﷺ مرحبا' AS right_to_left, U&'\202E\200B\FEFF' AS invisible, E'tab\there' AS tab, E'line\nfeed' AS line_feed,
       E'\r\n' AS crlf, E'\x01\x02\x7f' AS control, 'NULL' AS word, '\N' AS backslash_n, repeat('ä', 100000) AS long,
       'x'::char(5) AS padded, chr(55295) AS below_surrogates, chr(57344) AS above_surrogates, '日本語' AS 日本語, 1 AS "a ""b"" 😀"
