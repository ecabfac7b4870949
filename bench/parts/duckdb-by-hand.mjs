/** The same by hand, with the DuckDB command: one statement, in a process of its own. */
import { DuckDBInstance } from '@duckdb/node-api';

const [sql = '', memoryMebibytes = '1024'] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:', { memory_limit: `${memoryMebibytes}MiB`, threads: '2' });
const connection = await instance.connect();
const reader = await connection.runAndReadAll(sql);
console.log(String(reader.getRowsJson()[0]?.[0]));
