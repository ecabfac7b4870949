import { Inject, Injectable } from '@nestjs/common';
import type { NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { WORKBENCH_CONFIG } from '../platform/index.js';
import type { WorkbenchConfig } from '../platform/index.js';
import { allowOtherOrigins } from './tile-answer.js';

/** What maps send beside the headers that a browser lets through anyway. */
const ALLOWED_HEADERS =
  'Accept, Cache-Control, Content-Type, If-Modified-Since, If-None-Match, If-Range, Range, X-Requested-With';
/** The longest that browsers keep an answer, in seconds. */
const MAX_AGE_S = 7_200;

/**
 * Answers the question that a browser asks before a page of another origin sends more than a plain request. It gives
 * nothing away: the request itself is checked as every other one is.
 */
@Injectable()
export class TilePreflight implements NestMiddleware {
  constructor(@Inject(WORKBENCH_CONFIG) private readonly config: WorkbenchConfig) {}

  use(request: Request, response: Response, next: NextFunction): void {
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    allowOtherOrigins(request, response, this.config.mode === 'single');
    if (response.hasHeader('Access-Control-Allow-Origin')) {
      response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
      response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
      response.setHeader('Access-Control-Max-Age', MAX_AGE_S);
    }
    response.setHeader('Allow', 'GET, HEAD, OPTIONS');
    response.status(204).end();
  }
}
