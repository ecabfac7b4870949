import type { Duplex } from 'node:stream';
import { WorkbenchClient } from '../workbench-client.js';
import { readRawRows } from './raw-rows.js';

/** A line of a reader: its rows arrive as bytes. */
export class ReaderClient extends WorkbenchClient {
  /** Takes the rows of what runs; without one they are dropped. */
  takeRow: ((body: Buffer) => void) | null = null;

  protected override follow(stream: Duplex): void {
    readRawRows(
      stream,
      (body) => this.takeRow?.(body),
      (error) => this.destroy(error),
    );
  }
}
