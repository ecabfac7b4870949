import type { APICallError } from 'ai';
import { shortened } from '#libs/markup';
import { OutboundFailure, Problem } from '../platform/index.js';

const MESSAGE_CHARACTERS = 300;

/** What went wrong with a provider: what happened, why when known, and what to do; `key`, which it may quote, is left out. */
export async function providerProblem(error: unknown, key: string | null): Promise<Problem> {
  if (error instanceof Problem) return error;
  const outbound = causes(error).find((cause) => cause instanceof OutboundFailure);
  if (outbound !== undefined) return outboundProblem(outbound);
  const { APICallError } = await import('ai');
  const call = causes(error).find((cause) => APICallError.isInstance(cause));
  if (call !== undefined) return callProblem(call, key);
  const reported = await reportedIn(error);
  if (reported !== null)
    return new Problem(
      'provider-failed',
      `The provider reported an error while it answered. Response: ${cleaned(reported, key)}`,
    );
  return new Problem(
    'provider-failed',
    'The answer of the provider could not be read: it ended in the middle or was empty.',
    {
      cause: error,
    },
  );
}

/**
 * The message of an error that a stream holds in place of a piece of the answer, as `{"error": {"message": …}}`; null for
 * none. The library hands on such an object, or what it could not read as one.
 */
async function reportedIn(error: unknown): Promise<string | null> {
  const { TypeValidationError } = await import('ai');
  const unread = causes(error).find((cause) => TypeValidationError.isInstance(cause))?.value;
  const reported = unread === undefined ? error : memberOf(unread, 'error');
  if (reported instanceof Error) return null;
  const message = typeof reported === 'string' ? reported : memberOf(reported, 'message');
  return typeof message === 'string' && message.trim() !== '' ? message : null;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function outboundProblem(failure: OutboundFailure): Problem {
  if (failure.kind === 'timeout') return new Problem('provider-timeout', failure.message, { cause: failure });
  return new Problem(failure.kind === 'refused' ? 'provider-refused' : 'provider-failed', failure.message, {
    cause: failure,
  });
}

function callProblem(error: APICallError, key: string | null): Problem {
  const { statusCode: status } = error;
  const said = saidBy(error, key);
  const detail = (words: string): string => `${words}${said === '' ? '' : ` Response: ${said}`}`;
  if (status === 401 || status === 403) {
    return new Problem(
      'provider-refused',
      detail('The provider does not accept the key. Check it in Settings → AI Copilot.'),
    );
  }
  if (status === 404)
    return new Problem(
      'provider-refused',
      detail('The provider does not know the model or the address. Check both in Settings.'),
    );
  if (status === 413) return new Problem('provider-refused', detail('The question is too long for the model.'));
  if (status === 429)
    return new Problem(
      'provider-refused',
      detail('The provider accepts no more questions at the moment. Try again later.'),
    );
  if (status === undefined || status < 400)
    return new Problem('provider-failed', 'The answer of the provider could not be read.');
  if (status >= 500)
    return new Problem('provider-failed', detail(`The provider failed with status ${status}. Try again later.`));
  return new Problem('provider-refused', detail(`The provider answered with status ${status}.`));
}

/** The provider's own words, on one line; a key that it quotes, whole or masked, is left out. */
function saidBy({ message, responseBody = '' }: APICallError, key: string | null): string {
  return cleaned(message === '' ? responseBody : message, key);
}

function cleaned(words: string, key: string | null): string {
  const bare = (key === null || key === '' ? words : words.replaceAll(key, '…'))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?<![\w-])[\w-]*\*{3,}[\w*-]*/g, '…')
    .replaceAll(/\b(?:sk|key|pk)-[\w*-]{6,}/gi, '…')
    .trim();
  return shortened(bare, MESSAGE_CHARACTERS + 1);
}

const MOST_CAUSES = 6;

function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  let next = error;
  while (next !== undefined && next !== null && found.length < MOST_CAUSES) {
    found.push(next);
    next = typeof next === 'object' && 'cause' in next ? next.cause : undefined;
  }
  return found;
}
