export const CREATE_REPORTING_DATABASE = `CREATE DATABASE reporting OWNER shop`;

export const CREATE_REPORTING_TABLES = `
COMMENT ON DATABASE reporting IS 'Figures of Fjord & Field that reports and dashboards read';

CREATE TABLE store_sales (
  month date NOT NULL,
  store_id integer NOT NULL,
  store text NOT NULL,
  country text NOT NULL,
  orders integer NOT NULL,
  returned_orders integer NOT NULL,
  revenue numeric(12,2) NOT NULL,
  PRIMARY KEY (month, store_id)
);
CREATE TABLE department_sales (
  month date NOT NULL,
  department text NOT NULL,
  orders integer NOT NULL,
  pieces integer NOT NULL,
  revenue numeric(12,2) NOT NULL,
  PRIMARY KEY (month, department)
);
CREATE TABLE daily_sales (
  day date NOT NULL PRIMARY KEY,
  store_orders integer NOT NULL,
  web_orders integer NOT NULL,
  revenue numeric(12,2) NOT NULL
);
COMMENT ON TABLE store_sales IS 'What each store sold per month';
COMMENT ON TABLE department_sales IS 'What each department sold per month, without what was cancelled or came back';
COMMENT ON TABLE daily_sales IS 'Orders of stores and of the web shop per day';
`;

/** The tables, and the query of the shop's database that fills each. */
export const REPORTING_TABLES: readonly { readonly table: string; readonly select: string }[] = [
  {
    table: 'store_sales',
    select: `SELECT date_trunc('month', o.placed_at AT TIME ZONE 'UTC')::date AS month, s.id AS store_id, s.name AS store,
       s.country, count(*) AS orders, count(*) FILTER (WHERE o.status = 'returned') AS returned_orders,
       sum(o.total) AS revenue
FROM orders AS o JOIN stores AS s ON s.id = o.store_id GROUP BY 1, s.id`,
  },
  { table: 'department_sales', select: 'SELECT month, department, orders, pieces, revenue FROM monthly_revenue' },
  {
    table: 'daily_sales',
    select: `SELECT (placed_at AT TIME ZONE 'UTC')::date AS day, count(store_id) AS store_orders,
       count(*) - count(store_id) AS web_orders, sum(total) AS revenue
FROM orders GROUP BY 1`,
  },
];
