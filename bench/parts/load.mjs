import { Agent, request } from 'node:http';

/**
 * Posts `body` and reads the whole answer; resolves with its length in bytes.
 * @param {string} url @param {string} body @param {Agent} agent @param {Record<string, string>} more headers
 * @returns {Promise<number>}
 */
function post(url, body, agent, more = {}) {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...more };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', (part) => (bytes += part.length));
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(bytes);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * One caller, one request after another; milliseconds of each.
 * @param {string} url @param {string} body @param {number} count
 */
export async function latencies(url, body, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = [];
  for (let index = 0; index < count; index += 1) {
    const start = performance.now();
    await post(url, body, agent);
    times.push(performance.now() - start);
  }
  agent.destroy();
  return times;
}

/**
 * Requests per second of `callers` callers over `seconds`.
 * @param {string} url @param {string} body @param {number} callers @param {number} seconds
 * @param {Record<string, string>} headers
 */
export async function throughput(url, body, callers, seconds, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const start = performance.now();
  const end = start + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        await post(url, body, agent, headers);
        done += 1;
      }
    }),
  );
  agent.destroy();
  return done / ((performance.now() - start) / 1000);
}

/** @param {number[]} values @param {number} share 0 to 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** @param {number[]} values */
export const median = (values) => quantile(values, 0.5);

/**
 * Callers side by side for some seconds; milliseconds of each request.
 * @param {string} url @param {string} body @param {number} callers @param {number} seconds
 */
export async function concurrentLatencies(url, body, callers, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const end = performance.now() + seconds * 1000;
  /** @type {number[]} */
  const times = [];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const start = performance.now();
        await post(url, body, agent);
        times.push(performance.now() - start);
      }
    }),
  );
  agent.destroy();
  return times;
}
