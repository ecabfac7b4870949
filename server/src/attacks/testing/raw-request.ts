import { request } from 'node:http';
import { performance } from 'node:perf_hooks';

/** What came of a request, and what it cost the thread that serves everybody. */
export interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly code: string | null;
  /** Milliseconds of processor time of the main thread, the sending included. */
  readonly cpuMs: number;
  readonly elapsedMs: number;
}

export interface RawRequest {
  readonly method: string;
  readonly origin: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | null;
}

/** Sends bytes as they are; status 0 where the connection was closed without an answer. */
export async function sendRaw({ method, origin, path, headers = {}, body = null }: RawRequest): Promise<RawAnswer> {
  const [begun, cpu] = [performance.now(), process.threadCpuUsage()];
  const { hostname, port } = new URL(origin);
  const answer = await new Promise<{ status: number; text: string }>((resolve) => {
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      const end = () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') });
      response.on('end', end).on('error', end);
    });
    sent.on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body ?? undefined);
  });
  const used = process.threadCpuUsage(cpu);
  return {
    ...answer,
    code: codeIn(answer.text),
    cpuMs: (used.user + used.system) / 1000,
    elapsedMs: performance.now() - begun,
  };
}

function codeIn(text: string): string | null {
  return /"code":"([a-z-]+)"/.exec(text.slice(0, 5000))?.[1] ?? null;
}
