SELECT 'with "quotes"'::mood, 'Très heureux'::mood, 3.5::positive, '{1.5,2}'::positive_pair,
       ROW('Main "St", 1', NULL, '')::address, ROW('Zoë', ROW('a', 1, NULL)::address, '{sad,ok}')::person,
       ROW(), ROW(NULL), ROW(1, 'a b', NULL, ROW(2)), '[2024-01-01 00:00+00,)'::span,
       'a'::"Odd schema"."Odd type", '{a}'::"Odd schema"."Odd type"[]
