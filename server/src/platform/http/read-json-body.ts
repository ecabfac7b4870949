import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { JsonScanner } from '#libs/request-limits';
import type { BodyLimits } from '#libs/request-limits';
import { Problem } from '../problems/problem.js';

/** JSON, with no other character set than the one that JSON has. */
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]*)/i;

/**
 * Reads and parses the JSON body of a request; undefined where it has none, or one of another type. The body is measured
 * while it arrives, so that what is beyond `limits` is never held or parsed. Throws `too-large`, `malformed-json`,
 * `validation-failed` and `unsupported-media-type`.
 */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!hasBody(request) || !JSON_TYPE.test(type)) return undefined;
  refuseEncoding(request, type);
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw tooLarge(limits);
  return parsed(await readBytes(request, limits));
}

function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
}

/** A compressed body of a few bytes may hold gigabytes. */
function refuseEncoding({ headers }: Request, type: string): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  const charset = CHARSET.exec(type)?.[1] ?? 'utf-8';
  if (encoding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported-media-type', 'Send the body without Content-Encoding.');
  }
  if (charset.toLowerCase() !== 'utf-8') throw new Problem('unsupported-media-type', 'Send the body as UTF-8.');
}

function readBytes(request: Request, limits: BodyLimits): Promise<Buffer> {
  const scanner = new JsonScanner(limits);
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const stop = (problem: Problem | null): void => {
      request.off('data', take).off('end', finish).off('error', cut).off('close', cut);
      if (problem === null) resolve(Buffer.concat(chunks, bytes));
      else reject(problem);
    };
    const finish = (): void => stop(null);
    const cut = (): void => stop(new Problem('malformed-json', 'The request body ended early. Send it again.'));
    const take = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      const fault = bytes > limits.bytes ? null : scanner.push(chunk);
      if (bytes > limits.bytes) stop(tooLarge(limits));
      else if (fault !== null) {
        const { code, pointer, detail } = fault;
        stop(new Problem(code, detail, { errors: [{ pointer, detail }] }));
      }
    };
    request.on('data', take).on('end', finish).on('error', cut).on('close', cut);
  });
}

function parsed(bytes: Buffer): unknown {
  // Decoding would silently replace what is no UTF-8, and another text than the sent one would run.
  if (!isUtf8(bytes)) throw new Problem('malformed-json', 'The body is not valid UTF-8.');
  const text = bytes.toString('utf8');
  if (text === '') return {};
  if (!/^[\t\n\r ]*[[{]/.test(text)) throw new Problem('malformed-json');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Problem('malformed-json', undefined, { cause: error });
  }
}

function tooLarge({ bytes }: BodyLimits): Problem {
  const limit = bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${bytes / 1024} kB`;
  return new Problem('too-large', `The body of this request can have up to ${limit}.`);
}
