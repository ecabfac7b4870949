import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';

/** Where the server is and how it is spoken to. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  /** Null: without TLS. */
  readonly tls: ConnectionOptions | null;
}

/** The running backend, as its BackendKeyData named it. */
export interface BackendKey {
  readonly processId: number;
  readonly secretKey: number;
}

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const CANCEL_REQUEST_CODE = 80877102;
const ACCEPTS_TLS = 0x53;

/**
 * Asks the server to cancel what a backend is doing, over a socket of its own, so that it works with an exhausted pool.
 * Resolves when the server has closed that socket, which it does after it has sent the signal: what is sent to the
 * backend from then on cannot be hit. False where the server let `timeoutMs` pass: it may still act on the request
 * later. Never rejects; a request that did not get through is repeated by the caller.
 */
export function requestCancel(address: ServerAddress, key: BackendKey, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    let isAnswered = true;
    const socket = address.host.startsWith('/')
      ? connectTcp(`${address.host}/.s.PGSQL.${address.port}`)
      : connectTcp(address.port, address.host);
    const timer = setTimeout(() => {
      isAnswered = false;
      socket.destroy();
    }, timeoutMs);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(isAnswered);
    });
    socket.once('connect', () => {
      if (address.tls) sendEncrypted(socket, address, address.tls, key);
      else sendKey(socket, key);
    });
  });
}

function sendEncrypted(socket: Socket, address: ServerAddress, tls: ConnectionOptions, key: BackendKey): void {
  socket.write(SSL_REQUEST);
  socket.once('data', (answer: Buffer) => {
    if (answer[0] !== ACCEPTS_TLS) {
      socket.destroy();
      return;
    }
    const servername = isIP(address.host) === 0 ? { servername: address.host } : {};
    const secure = connectTls({ ...tls, socket, host: address.host, ...servername });
    secure.on('error', () => socket.destroy());
    secure.once('close', () => socket.destroy());
    secure.once('secureConnect', () => sendKey(secure, key));
  });
}

function sendKey(socket: Socket, key: BackendKey): void {
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  request.writeInt32BE(key.processId, 8);
  request.writeInt32BE(key.secretKey, 12);
  socket.write(request);
  socket.resume();
}
