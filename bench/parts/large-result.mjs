import { spawn } from 'node:child_process';
import { request } from 'node:http';
import { findPsql } from './psql.mjs';
import { residentMegabytes } from './processes.mjs';

/**
 * Milliseconds that `psql` takes to write a query's result as CSV to nowhere, and the bytes it writes.
 * @param {string} databaseUrl @param {string} sql
 * @returns {Promise<{ms: number, bytes: number}>}
 */
export async function copyByPsql(databaseUrl, sql) {
  const psql = findPsql();
  const begin = performance.now();
  const command = `COPY (${sql}) TO STDOUT (FORMAT csv, HEADER)`;
  const child = spawn(psql, ['-X', '-q', '-d', databaseUrl, '-c', command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let bytes = 0;
  child.stdout.on('data', (part) => (bytes += part.length));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`psql ended with ${code}`);
  return { ms: performance.now() - begin, bytes };
}

/**
 * Runs a query in a workbench and waits until all of its rows are kept.
 * @param {string} address @param {string} sql
 * @returns {Promise<{ms: number, statement: string}>}
 */
export async function keepResult(address, sql) {
  const begin = performance.now();
  const body = JSON.stringify({ connection_id: 'bench', sql });
  const headers = { 'Content-Type': 'application/json' };
  let run = await runIn(fetch(`${address}/api/studio/runs`, { method: 'POST', headers, body }));
  while (run.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 50));
    run = await runIn(fetch(`${address}/api/studio/runs/${run.id}`));
  }
  if (run.status !== 'succeeded') throw new Error(`The run ended as ${run.status}`);
  return { ms: performance.now() - begin, statement: `${address}/api/studio/runs/${run.id}/statements/0` };
}

/** @param {Promise<Response>} answer @returns {Promise<{id: string, status: string}>} */
async function runIn(answer) {
  return /** @type {any} */ (await (await answer).json());
}

/**
 * Reads an address to its end, and watches how much memory the process takes meanwhile.
 * @param {string} url @param {number | undefined} pid
 * @returns {Promise<{ms: number, bytes: number, peakMegabytes: number}>}
 */
export async function readAll(url, pid) {
  const begin = performance.now();
  let peakMegabytes = residentMegabytes(pid);
  const timer = setInterval(() => (peakMegabytes = Math.max(peakMegabytes, residentMegabytes(pid))), 50);
  const bytes = await new Promise((resolve, reject) => {
    let count = 0;
    request(url, (response) => {
      response.on('data', (part) => (count += part.length));
      response.on('end', () => resolve(count));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
  clearInterval(timer);
  return { ms: performance.now() - begin, bytes, peakMegabytes };
}
