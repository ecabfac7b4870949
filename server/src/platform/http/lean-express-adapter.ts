import { ExpressAdapter } from '@nestjs/platform-express';
import type { Response } from 'express';
import { JsonText } from './json-text.js';

/**
 * Nest's Express adapter with a shorter way out for JSON: what a handler returns is written in one piece, without
 * Express looking at it again (content negotiation, entity tags, a second copy). Everything else goes Nest's way.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const text = jsonOf(body);
    if (text === null || response.headersSent) return super.reply(response, body, statusCode);
    if (statusCode) response.statusCode = statusCode;
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json; charset=utf-8');
    response.setHeader('Content-Length', Buffer.byteLength(text));
    return response.end(text);
  }
}

function jsonOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  if (body instanceof JsonText) return body.text;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype ? JSON.stringify(body) : null;
}
