export const CREATE_LAKE = `
CREATE TYPE event_kind AS ENUM ('view', 'search', 'add_to_cart', 'checkout', 'purchase');
CREATE TABLE visits (
  id INTEGER NOT NULL, started_at TIMESTAMP NOT NULL, customer_id INTEGER, source VARCHAR NOT NULL, campaign VARCHAR,
  device VARCHAR NOT NULL, country VARCHAR NOT NULL, page_views SMALLINT NOT NULL, duration_s INTEGER NOT NULL,
  order_id BIGINT
);
CREATE TABLE events (
  visit_id INTEGER NOT NULL, happened_at TIMESTAMP NOT NULL, kind event_kind NOT NULL, product_id INTEGER, query VARCHAR
);
CREATE TABLE campaigns (
  name VARCHAR PRIMARY KEY, channel VARCHAR NOT NULL, starts_on DATE NOT NULL, ends_on DATE NOT NULL,
  budget DECIMAL(10,2) NOT NULL
);
COMMENT ON TABLE visits IS 'Visits to the web shop in its last twelve months';
COMMENT ON COLUMN visits.customer_id IS 'customers.id of the shop; NULL for a visitor who has not signed in';
COMMENT ON COLUMN visits.order_id IS 'orders.id of the shop; NULL when nothing was bought';
COMMENT ON TABLE events IS 'What happened during a visit, step by step';
COMMENT ON COLUMN events.product_id IS 'products.id of the shop';
CREATE VIEW daily_funnel AS
SELECT CAST(v.started_at AS DATE) AS day, count(*) AS visits,
       count(*) FILTER (WHERE v.id IN (SELECT visit_id FROM events WHERE kind = 'add_to_cart')) AS with_cart,
       count(v.order_id) AS orders, round(100.0 * count(v.order_id) / count(*), 2) AS conversion_percent
FROM visits v GROUP BY day ORDER BY day;
`;

/** Reads the two CSV files; the visits are stored in order of time, which is how they are asked for. */
export function FILL_LAKE(visitsFile: string, eventsFile: string): string[] {
  return [
    `INSERT INTO visits SELECT * FROM read_csv(${visitsFile}, header=false, nullstr='', columns={
       'id': 'INTEGER', 'started_at': 'TIMESTAMP', 'customer_id': 'INTEGER', 'source': 'VARCHAR', 'campaign': 'VARCHAR',
       'device': 'VARCHAR', 'country': 'VARCHAR', 'page_views': 'SMALLINT', 'duration_s': 'INTEGER',
       'order_id': 'BIGINT'}) ORDER BY started_at, id`,
    `INSERT INTO events SELECT * FROM read_csv(${eventsFile}, header=false, nullstr='', columns={
       'visit_id': 'INTEGER', 'happened_at': 'TIMESTAMP', 'kind': 'VARCHAR', 'product_id': 'INTEGER',
       'query': 'VARCHAR'}) ORDER BY happened_at, visit_id`,
  ];
}
