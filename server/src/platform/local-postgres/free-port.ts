import { createServer } from 'node:net';

const HIGHEST_PORT = 65_535;

/** Whether a port of the loopback address is free. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

/** The first free loopback port from `start` upwards. */
export async function freePort(start: number): Promise<number> {
  for (let port = start; port <= HIGHEST_PORT; port++) if (await isPortFree(port)) return port;
  throw new Error(`No port from ${String(start)} upwards is free.`);
}
