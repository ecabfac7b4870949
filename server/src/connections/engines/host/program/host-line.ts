import type { Socket } from 'node:net';
import { controlFrame, FRAME_KINDS, FrameReader } from '../frames.js';
import type { HostMessage, HostRequest } from '../protocol.js';

/** The host's end of the line to the workbench. */
export class HostLine {
  constructor(
    private readonly socket: Socket,
    onRequest: (request: HostRequest) => void,
  ) {
    const reader = new FrameReader(({ kind, payload }) => {
      if (kind === FRAME_KINDS.control) onRequest(JSON.parse(payload.toString()) as HostRequest);
    });
    socket.on('data', (chunk: Buffer) => reader.push(chunk));
    // A process inside a native call ends by no other signal, and there is nobody left to work for.
    for (const end of ['end', 'error', 'close']) socket.on(end, () => process.kill(process.pid, 'SIGKILL'));
  }

  send(message: HostMessage): void {
    this.socket.write(controlFrame(message));
  }

  sendRows(frame: Buffer): void {
    this.socket.write(frame);
  }

  /** Sends what is written in `write` in one go. */
  together(write: () => void): void {
    this.socket.cork();
    try {
      write();
    } finally {
      this.socket.uncork();
    }
  }
}
