/* A program that opens a DuckDB file, says so and keeps it. */
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(process.argv[2]);
process.send?.('open');
setInterval(() => instance, 1000);
