import { request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { constants, createSecureServer } from 'node:http2';
import type { Http2SecureServer, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { selfSignedCertificate } from '../server/src/notifications/testing/certificate.js';

const HOST = '127.0.0.1';
/** What belongs to one connection of HTTP/1.1 (RFC 9113, 8.2.2). */
const OF_A_CONNECTION = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/** A proxy in front of a workbench, as nginx and Caddy are: TLS and nothing but HTTP/2 to browsers, HTTP/1.1 behind. */
export class HttpsProxy {
  /** Connections that browsers have opened so far. */
  connections = 0;
  /** While it is true the workbench cannot be reached, and the proxy answers 502 with a page of its own. */
  isCut = false;
  /** The paths of requests that it has passed on to their end. */
  readonly passedOn: string[] = [];
  private readonly streams = new Set<ServerHttp2Stream>();

  private constructor(
    private readonly server: Http2SecureServer,
    /** The port that the workbench listens on. */
    readonly port: number,
  ) {}

  static async start(port: number): Promise<HttpsProxy> {
    const server = createSecureServer(selfSignedCertificate(HOST));
    const proxy = new HttpsProxy(server, port);
    server.on('session', () => (proxy.connections += 1));
    server.on('stream', (stream, headers) => proxy.pass(stream, headers));
    await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
    return proxy;
  }

  get address(): string {
    return `https://${HOST}:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Ends all answers that are under way, and passes nothing on until `isCut` is false again. */
  cut(): void {
    this.isCut = true;
    for (const stream of this.streams) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  }

  private pass(stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
    stream.on('error', () => undefined);
    if (this.isCut) {
      stream.respond({ ':status': 502, 'content-type': 'text/html' });
      stream.end('<html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1></html>');
      return;
    }
    this.streams.add(stream);
    const { ':method': method, ':path': path, ':authority': host, ...rest } = headers;
    const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !name.startsWith(':')));
    const to = { host: HOST, port: this.port, method: String(method), path: String(path) };
    const passed = request({ ...to, headers: { ...own, host: String(host) } });
    passed.on('response', (response) => {
      if (stream.closed) {
        response.resume();
        return;
      }
      stream.respond({ ':status': response.statusCode, ...withoutConnection(response.headers) });
      response.pipe(stream);
    });
    passed.on('error', () => stream.close());
    passed.on('finish', () => this.passedOn.push(String(path)));
    stream.on('close', () => {
      this.streams.delete(stream);
      // The workbench goes on with what it has while the browser gets no answer.
      if (!this.isCut) passed.destroy();
    });
    stream.pipe(passed);
  }
}

function withoutConnection(headers: IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_A_CONNECTION.has(name)));
}
