import { ExpressAdapter } from '@nestjs/platform-express';
import express from 'express';
import type { Response } from 'express';
import { JsonText } from './json-text.js';
import { groupRoutes } from './route-groups.js';

/**
 * Nest's Express adapter with a shorter way out for JSON: what a handler returns is written at once, without
 * Express looking at it again (content negotiation, entity tags, a second copy). Everything else goes Nest's way. Routes
 * are found by their first segments.
 */
export class LeanExpressAdapter extends ExpressAdapter {
  constructor() {
    super(groupRoutes(express()));
  }

  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const json = jsonOf(body);
    if (json === null || response.headersSent) return super.reply(response, body, statusCode);
    if (statusCode) response.statusCode = statusCode;
    if (!response.hasHeader('Content-Type')) response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (typeof json === 'string') {
      response.setHeader('Content-Length', Buffer.byteLength(json));
      return response.end(json);
    }
    response.setHeader('Content-Length', json.byteLength);
    // Unlike "close", "finish" comes only when the system has taken every byte.
    if (json.onSent !== undefined) response.once('finish', json.onSent);
    response.cork();
    for (const piece of json.pieces.slice(0, -1)) response.write(piece);
    return response.end(json.pieces.at(-1));
  }
}

function jsonOf(body: unknown): string | JsonText<unknown> | null {
  if (typeof body !== 'object' || body === null) return null;
  if (body instanceof JsonText) return body;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype ? JSON.stringify(body) : null;
}
