import { once } from 'node:events';
import type { Duplex, Writable } from 'node:stream';
import type { CopyOutcome } from '../../copier.js';
import type { ColumnCatalog } from '../introspection/column-catalog.js';
import { statementError } from '../statement-error.js';
import { BEGIN_READ_ONLY } from '../statement-messages.js';
import type { ServerMessage } from '../statement-error.js';
import { WorkbenchClient } from '../client/workbench-client.js';
import { readCopies } from './copy-messages.js';

/** A line over which the rows of a query are copied. */
export class CopyClient extends WorkbenchClient {
  /** Takes what is copied; false asks the server to wait. */
  take: ((bytes: Buffer) => boolean) | null = null;
  private line: Duplex | null = null;

  protected override follow(stream: Duplex): void {
    this.line = stream;
    readCopies(
      stream,
      (bytes) => {
        if (this.take?.(bytes) === false) stream.pause();
      },
      (error) => this.destroy(error),
    );
  }

  /** Lets the server go on. */
  goOn(): void {
    this.line?.resume();
  }
}

/** What is copied, whence and whereto. */
export interface CopyOptions {
  /** One query, which the server has taken as a statement of its own: it cannot reach out of the brackets around it. */
  readonly sql: string;
  readonly into: Writable;
  readonly catalog: ColumnCatalog;
}

/**
 * Copies the rows of a query as CSV, in a read-only transaction: NULL is nothing, an empty string is quoted. What the
 * database says against it is an outcome; a line that is lost, and a target that takes nothing more, reject.
 */
export async function copyQuery(client: CopyClient, options: CopyOptions): Promise<CopyOutcome> {
  const { sql, into, catalog } = options;
  const goOn = (): void => client.goOn();
  const cut = (error: Error): void => client.destroy(error);
  into.on('drain', goOn);
  into.on('error', cut);
  client.take = (bytes) => into.write(bytes);
  try {
    // Then it has said so before there was a listener, and would never ask for more.
    if (into.errored !== null) throw into.errored;
    await client.query(`${BEGIN_READ_ONLY}; SET LOCAL client_encoding = 'UTF8'`);
    const { fields } = await client.query({ text: `SELECT * FROM (\n${sql}\n) AS copied LIMIT 0`, rowMode: 'array' });
    const columns = await catalog.lookUp(fields, null);
    // A reader would take a byte order mark at the start of the file for its own; in quotes it is part of the value.
    const [first] = fields;
    const quotes = first === undefined ? '' : `, FORCE_QUOTE (${client.escapeIdentifier(first.name)})`;
    const { rowCount } = await client.query(`COPY (\n${sql}\n) TO STDOUT (FORMAT csv${quotes})`);
    into.end();
    await once(into, 'close');
    return { status: 'succeeded', columns, rows: rowCount ?? 0 };
  } catch (error) {
    const message = error as ServerMessage;
    if (message.severity === undefined) throw error;
    return { status: 'failed', error: statementError(message, sql) };
  } finally {
    into.off('drain', goOn);
    // What was written of a copy that failed is of no use; no other listener hears what its target says now.
    into.destroy();
    client.take = null;
  }
}
