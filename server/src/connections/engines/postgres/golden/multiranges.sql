-- since 14
SELECT '{[1,3),[7,9)}'::int4multirange, '{}'::nummultirange, '{[2024-01-01,2024-01-02)}'::datemultirange
