import { endsWithin } from './ends-within.js';

/** Milliseconds in which a server has to end a cancelled statement, and to answer what the workbench itself sends. */
export const ANSWER_LIMIT_MS = 4_000;

/** The server sent nothing where an answer was due, so the session was given up. */
export class ServerSilent extends Error {
  constructor() {
    super(
      'The server did not answer, so the session was closed; ' +
        'the server decides whether its statement and an open transaction take effect.',
    );
    this.name = 'ServerSilent';
  }
}

/** What a person can do about it. */
export const SILENT_HINT = 'The next statement opens a new session. Check the data before you run this one again.';

/** A connection that can be closed without the server. */
export interface Closable {
  destroy(error: Error): void;
}

/** Awaits an answer that takes a server no work worth mentioning; closes the connection where it is overdue. */
export async function answeredInTime<T>(
  client: Closable,
  answer: Promise<T>,
  limitMs: number = ANSWER_LIMIT_MS,
): Promise<T> {
  if (!(await endsWithin(answer, limitMs))) client.destroy(new ServerSilent());
  return answer;
}
