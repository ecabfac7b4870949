CREATE TYPE mood AS ENUM ('sad', 'ok', 'Très heureux', 'with "quotes"');
CREATE DOMAIN positive AS numeric(10, 3) CHECK (VALUE > 0);
CREATE DOMAIN positive_pair AS positive[];
CREATE TYPE address AS (street text, number integer, note text);
CREATE TYPE person AS (name text, home address, moods mood[]);
CREATE TYPE span AS RANGE (subtype = timestamptz);
CREATE SCHEMA "Odd schema";
CREATE TYPE "Odd schema"."Odd type" AS ENUM ('a');
CREATE TABLE "Odd schema"."Odd table" ("A column" "Odd schema"."Odd type", "select" mood);
INSERT INTO "Odd schema"."Odd table" VALUES ('a', 'ok'), (NULL, 'sad');
CREATE TABLE modifiers (
  a numeric(12, 2), b numeric, c varchar(10), d varchar, e char(4), f char, g bit(5), h varbit(9), i varbit,
  j timestamp(3), k timestamptz(0), l time(2), m timetz(4), n interval(3), o interval year to month,
  p interval day to second(2), q numeric(7, 3)[], r varchar(3)[][], s positive, t positive_pair, u "char", v name
);
INSERT INTO modifiers VALUES (
  1.5, 1.50, 'abc  ', 'abc  ', 'ab', 'x', B'10101', B'1', B'', '2024-01-01 00:00:00.12345', '2024-01-01 00:00:00.6+02',
  '12:34:56.789', '12:34:56.78912+05:30', '1.23456 s', '14 months', '1 day 2:03:04.567', '{1,2.5,NULL}',
  '{{a,b},{c,NULL}}', 3.25, '{1,2}', 'z', 'a_name'
);
