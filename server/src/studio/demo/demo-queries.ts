/** A saved query of the demo. */
export interface DemoQuery {
  readonly name: string;
  readonly connection_id: string;
  readonly description: string;
  readonly sql: string;
  /** True for what needs the geometries that the shop has with PostGIS. */
  readonly needsPostgis?: true;
}

/** One saved query for each mode of a result, and some of the other connections. */
export const DEMO_QUERIES: readonly DemoQuery[] = [
  {
    name: 'Open orders',
    connection_id: 'shop',
    description: 'Orders that are not shipped yet, the oldest first.',
    sql: `SELECT o.id, o.placed_at, o.status, c.full_name AS customer, o.total
FROM orders AS o JOIN customers AS c ON c.id = o.customer_id
WHERE o.status IN ('pending', 'paid')
ORDER BY o.placed_at;
`,
  },
  {
    name: 'Stores on a map',
    connection_id: 'shop',
    description: 'Run it, then choose Map: latitude and longitude place each store.',
    sql: `SELECT s.name, s.city, s.country, s.latitude, s.longitude, count(o.id) AS orders, sum(o.total) AS revenue
FROM stores AS s LEFT JOIN orders AS o ON o.store_id = s.id
GROUP BY s.id
ORDER BY revenue DESC NULLS LAST;
`,
  },
  {
    name: 'Revenue per month',
    connection_id: 'shop',
    description: 'Run it, then choose Chart: revenue over time.',
    sql: `SELECT month, sum(revenue) AS revenue, sum(orders) AS orders
FROM monthly_revenue
GROUP BY month
ORDER BY month;
`,
  },
  {
    name: 'Product attributes',
    connection_id: 'shop',
    description: 'Run it, then choose JSON: each product has attributes of its own.',
    sql: `SELECT sku, name, price, tags, attributes
FROM products
WHERE discontinued_on IS NULL
ORDER BY sku
LIMIT 50;
`,
  },
  {
    name: 'Slow join',
    connection_id: 'shop',
    description: 'Choose Plan instead of Run: the casts keep the join from using the index on products.',
    sql: `SELECT p.name, sum(i.quantity) AS sold
FROM order_items AS i JOIN products AS p ON p.id::text = i.product_id::text
GROUP BY p.name
ORDER BY sold DESC
LIMIT 20;
`,
  },
  {
    name: 'Delivery areas',
    connection_id: 'shop',
    description: 'A query with geometries is also a map layer: see Layers.',
    sql: `SELECT a.id, a.name, a.max_minutes, s.name AS store, a.area
FROM delivery_areas AS a JOIN stores AS s ON s.id = a.store_id
`,
    needsPostgis: true,
  },
  {
    name: 'Department sales',
    connection_id: 'reporting',
    description: 'Run it, then choose Chart: what each department sold in the past year.',
    sql: `SELECT department, sum(orders) AS orders, sum(revenue) AS revenue
FROM department_sales
WHERE month > (SELECT max(month) - interval '1 year' FROM department_sales)
GROUP BY department
ORDER BY revenue DESC;
`,
  },
  {
    name: 'Visits per day',
    connection_id: 'lake',
    description: 'Run it, then choose Chart: visits to the web shop and the orders that came of them.',
    sql: `SELECT day, visits, with_cart, orders, conversion_percent
FROM daily_funnel
ORDER BY day;
`,
  },
  {
    name: 'Supplier prices',
    connection_id: 'drop',
    description: 'A CSV file is a table.',
    sql: `SELECT * FROM supplier_prices LIMIT 100;
`,
  },
];
