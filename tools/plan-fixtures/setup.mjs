/** Tables that are the same on every server and in every run; nothing here depends on chance. */
export const SETUP = `
DROP SCHEMA IF EXISTS plans CASCADE;
CREATE SCHEMA plans;
SET search_path = plans;
SET max_parallel_workers_per_gather = 0;
CREATE TABLE city (id int PRIMARY KEY, name text NOT NULL, region int NOT NULL);
INSERT INTO city SELECT g, 'city ' || g, g % 7 FROM generate_series(1, 100) g;
CREATE TABLE trip (id int PRIMARY KEY, from_city int NOT NULL, to_city int NOT NULL, day int NOT NULL, price numeric NOT NULL);
INSERT INTO trip SELECT g, g * 31 % 100 + 1, g * 17 % 100 + 1, g % 365, g % 97 FROM generate_series(1, 20000) g;
CREATE INDEX trip_day ON trip (day);
CREATE INDEX trip_price ON trip (price);
CREATE INDEX trip_from_to ON trip (from_city, to_city);
CREATE TABLE log (day int NOT NULL, word text) PARTITION BY RANGE (day);
CREATE TABLE log_1 PARTITION OF log FOR VALUES FROM (0) TO (100);
CREATE TABLE log_2 PARTITION OF log FOR VALUES FROM (100) TO (200);
CREATE TABLE log_3 PARTITION OF log FOR VALUES FROM (200) TO (400);
CREATE INDEX log_1_day ON log_1 (day);
CREATE INDEX log_2_day ON log_2 (day);
CREATE INDEX log_3_day ON log_3 (day);
INSERT INTO log SELECT g % 365, 'word ' || g FROM generate_series(1, 3000) g;
VACUUM ANALYZE city;
VACUUM ANALYZE trip;
ANALYZE log;
ANALYZE log_1;
ANALYZE log_2;
ANALYZE log_3;
`;

/** What a case may bring besides. */
export const FOREIGN = `
CREATE EXTENSION IF NOT EXISTS postgres_fdw;
DROP SERVER IF EXISTS itself CASCADE;
DO $$ BEGIN
  EXECUTE format('CREATE SERVER itself FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host ''127.0.0.1'', port %L, dbname %L)',
    current_setting('port'), current_database());
END $$;
CREATE USER MAPPING FOR CURRENT_USER SERVER itself OPTIONS (user 'postgres');
CREATE FOREIGN TABLE far_city (id int, name text, region int) SERVER itself OPTIONS (schema_name 'plans', table_name 'city');
`;
