/**
 * The 99th percentile of the server's event loop delay (`monitorEventLoopDelay`) since it was asked for last, in
 * milliseconds.
 * @param {string} address
 */
export async function eventLoopDelay(address) {
  const text = await (await fetch(`${address}/metrics`)).text();
  const match = /^nodejs_eventloop_lag_p99_seconds\S* (\S+)$/m.exec(text);
  if (!match) throw new Error('The server reports no event loop delay.');
  return Number(match[1]) * 1000;
}
