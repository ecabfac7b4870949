import { Injectable } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { of } from 'rxjs';
import type { Observable } from 'rxjs';

/** Answers HEAD in place of a handler that writes a file, which would be made, and noted as sent, for nobody. */
@Injectable()
export class HeadersOnly implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    if (http.getRequest<Request>().method !== 'HEAD') return next.handle();
    http.getResponse<Response>().setHeader('Cache-Control', 'no-store').end();
    return of(undefined);
  }
}
