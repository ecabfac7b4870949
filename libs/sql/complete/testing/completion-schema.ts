/** A schema with everything that completion has to know: keys of two columns, odd names, views, functions, types. */
export const COMPLETION_SCHEMA = `
CREATE SCHEMA geo;
CREATE SCHEMA "Odd Schema";
CREATE TYPE order_status AS ENUM ('open', 'paid', 'sent');
CREATE TABLE geo.regions (id int PRIMARY KEY, region_name text);
CREATE TABLE geo.cities (id int PRIMARY KEY, city_name text, region_id int REFERENCES geo.regions, population int);
CREATE TABLE customers (id bigint PRIMARY KEY, full_name text, email text, city_id int REFERENCES geo.cities, created_at timestamptz);
CREATE TABLE stores (id int PRIMARY KEY, store_name text, city_id int REFERENCES geo.cities);
CREATE TABLE categories (id int PRIMARY KEY, parent_id int REFERENCES categories, category_name text);
CREATE TABLE products (id int PRIMARY KEY, product_name text, category_id int REFERENCES categories, "Weight kg" numeric, tags text[], attributes jsonb);
CREATE TABLE orders (id bigint PRIMARY KEY, customer_id bigint REFERENCES customers, store_id int REFERENCES stores,
  status order_status, total numeric(12,2), placed_at timestamptz);
CREATE TABLE order_items (order_id bigint REFERENCES orders, line_no int, product_id int REFERENCES products,
  quantity int, unit_price numeric, PRIMARY KEY (order_id, line_no));
CREATE TABLE returned_items (order_id bigint, line_no int, reason text,
  FOREIGN KEY (order_id, line_no) REFERENCES order_items (order_id, line_no));
CREATE TABLE "MixedCase" ("Id" int, "userName" text, "select" int, plain int);
CREATE TABLE "order" ("group" int, "user" text);
CREATE TABLE "Odd Schema"."Odd Table" ("a b" int, "x.y" text);
CREATE TABLE "Odd Schema".orders (odd_only int);
CREATE VIEW recent_orders AS SELECT id AS order_id, total, placed_at FROM orders;
CREATE MATERIALIZED VIEW monthly_revenue AS SELECT date_trunc('month', placed_at) AS month, sum(total) AS revenue FROM orders GROUP BY 1;
CREATE FUNCTION order_total(id bigint) RETURNS numeric LANGUAGE sql AS 'SELECT 1.0';
CREATE FUNCTION top_customers(how_many int) RETURNS TABLE (customer_id bigint, spent numeric) LANGUAGE sql AS 'SELECT 1::bigint, 1.0';
CREATE FUNCTION geo.distance_between(a int, b int) RETURNS double precision LANGUAGE sql AS 'SELECT 1.0::double precision';
`;
