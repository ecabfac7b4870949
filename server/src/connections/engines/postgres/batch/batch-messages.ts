import { bindMessage, parseMessage, protocolMessage, typesOf } from '../statement-messages.js';
import type { BoundStatement } from '../../connector.js';

const EXECUTE_ALL = protocolMessage('E', Buffer.alloc(5));
const SYNC = protocolMessage('S', Buffer.alloc(0));

/**
 * What has to be sent for statements of the open transaction that run one after another up to the first that fails. A
 * statement with the text of the one before is not parsed again, and the server plans it anew only a few times.
 */
export function batchMessages(statements: readonly BoundStatement[]): Buffer {
  const messages: Buffer[] = [];
  let last: string | null = null;
  for (const { sql, values } of statements) {
    const types = typesOf(values);
    const text = `${types.join(' ')}\0${sql}`;
    if (text !== last) messages.push(parseMessage(sql, '', types));
    messages.push(bindMessage(values), EXECUTE_ALL);
    last = text;
  }
  messages.push(SYNC);
  return Buffer.concat(messages);
}
