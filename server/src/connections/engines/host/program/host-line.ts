import type { Socket } from 'node:net';
import { controlFrame, FRAME_KINDS, FrameReader } from '../frames.js';
import type { HostMessage, HostRequest } from '../protocol.js';

const MEBIBYTE = 1024 * 1024;
/** Answers are read at once, unlike rows, and none of the workbench's own is nearly so large. */
const MAX_ANSWER_BYTES = 64 * MEBIBYTE;

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
    // A process inside a native call ends by no other signal, and the server is gone.
    for (const end of ['end', 'error', 'close']) socket.on(end, () => process.kill(process.pid, 'SIGKILL'));
  }

  /** An answer that the workbench had better not hold is sent as a refusal. */
  send(message: HostMessage): void {
    const frame = controlFrame(message);
    const isTooLarge = message.kind === 'answer' && frame.length > MAX_ANSWER_BYTES;
    this.socket.write(isTooLarge ? controlFrame(tooLarge(message.id)) : frame);
  }

  /** Whether all that was sent has left the process. */
  get isSent(): boolean {
    return this.socket.writableLength === 0;
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

function tooLarge(id: number): HostMessage {
  const message = `The answer of the engine is larger than ${MAX_ANSWER_BYTES / MEBIBYTE} MiB. Select less at once.`;
  return { kind: 'refused', id, failure: { code: null, message, sqlstate: null } };
}
