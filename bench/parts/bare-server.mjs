/**
 * The limit that the preview is measured against: `pg` with raw text and row arrays in a bare `node:http` server.
 * It reads the statement from the request body, so that both servers receive the same request.
 */
import { createServer } from 'node:http';
import pg from 'pg';

const raw = { getTypeParser: () => (/** @type {unknown} */ value) => value };
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10, types: raw });

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const { sql } = JSON.parse(Buffer.concat(parts).toString());
    pool.query({ text: sql, rowMode: 'array' }).then(
      ({ fields, rows }) => {
        const body = JSON.stringify({ columns: fields.map(({ name }) => name), rows });
        response.setHeader('Content-Type', 'application/json');
        response.end(body);
      },
      (error) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(`ready ${typeof address === 'object' && address ? address.port : ''}`);
});
