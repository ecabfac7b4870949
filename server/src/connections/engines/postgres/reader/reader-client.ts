import type { Duplex } from 'node:stream';
import { WorkbenchClient } from '../client/workbench-client.js';
import { KeptStatements } from './kept-statements.js';
import { readRawRows } from './raw-rows.js';

/** A line of a reader: its rows arrive as bytes. */
export class ReaderClient extends WorkbenchClient {
  /** Takes the rows of what runs; without one they are dropped. */
  takeRow: ((body: Buffer) => void) | null = null;
  /** What the server has parsed and keeps for this line. */
  readonly kept = new KeptStatements();

  protected override follow(stream: Duplex): void {
    readRawRows(
      stream,
      (body) => this.takeRow?.(body),
      (error) => this.destroy(error),
    );
  }
}
