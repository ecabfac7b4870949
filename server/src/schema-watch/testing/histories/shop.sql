-- step: first tables
CREATE TABLE customers (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, email text NOT NULL, name text);
CREATE TABLE products (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, sku varchar(20) NOT NULL, title text NOT NULL, price numeric(8,2) NOT NULL);
CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id bigint NOT NULL REFERENCES customers, placed_at timestamptz NOT NULL DEFAULT now());
CREATE TABLE order_lines (order_id bigint REFERENCES orders ON DELETE CASCADE, line_no int, product_id bigint NOT NULL REFERENCES products, quantity int NOT NULL CHECK (quantity > 0), PRIMARY KEY (order_id, line_no));
-- step: nobody signs up twice
CREATE UNIQUE INDEX customers_email_key ON customers (lower(email));
ALTER TABLE products ADD CONSTRAINT products_sku_key UNIQUE (sku);
-- step: prices in several currencies
CREATE TABLE currencies (code char(3) PRIMARY KEY, name text NOT NULL);
INSERT INTO currencies VALUES ('EUR', 'Euro');
ALTER TABLE products ADD currency char(3) NOT NULL DEFAULT 'EUR' REFERENCES currencies;
ALTER TABLE products ALTER price TYPE numeric(12,4);
-- step: names are asked for at checkout
UPDATE customers SET name = '' WHERE name IS NULL;
ALTER TABLE customers ALTER name SET NOT NULL;
ALTER TABLE customers RENAME name TO full_name;
-- step: a schema for what the warehouse keeps
CREATE SCHEMA warehouse;
CREATE TYPE warehouse.state AS ENUM ('ok', 'damaged');
CREATE TABLE warehouse.shelves (aisle int, number int, PRIMARY KEY (aisle, number));
CREATE TABLE warehouse.stock (product_id bigint REFERENCES products, aisle int, number int, amount int NOT NULL, state warehouse.state NOT NULL DEFAULT 'ok', PRIMARY KEY (product_id, aisle, number), FOREIGN KEY (aisle, number) REFERENCES warehouse.shelves);
-- step: orders by month
ALTER TABLE orders RENAME TO orders_before;
CREATE TABLE orders (id bigint, customer_id bigint NOT NULL REFERENCES customers, placed_at timestamptz NOT NULL, PRIMARY KEY (id, placed_at)) PARTITION BY RANGE (placed_at);
CREATE TABLE orders_2026_01 PARTITION OF orders FOR VALUES FROM ('2026-01-01') TO ('2026-02-01');
-- step: the old orders go
ALTER TABLE order_lines DROP CONSTRAINT order_lines_order_id_fkey;
DROP TABLE orders_before;
-- step: only data and rights
INSERT INTO currencies VALUES ('CHF', 'Franc');
GRANT SELECT ON products TO PUBLIC;
CREATE TABLE orders_2026_02 PARTITION OF orders FOR VALUES FROM ('2026-02-01') TO ('2026-03-01');
CREATE VIEW prices AS SELECT sku, price FROM products;
