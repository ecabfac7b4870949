import type { Request } from 'express';

const USER_AGENT_LENGTH = 200;

/** Where a request comes from, for people to recognize their sign-ins by. */
export interface ClientFacts {
  /** Of the socket, or of the client as a trusted proxy reports it. */
  readonly address: string;
  readonly userAgent: string | null;
}

/** Reads them from a request. */
export function clientFactsOf(request: Request): ClientFacts {
  const userAgent = request.headers['user-agent']?.slice(0, USER_AGENT_LENGTH) ?? null;
  return { address: request.ip ?? '', userAgent };
}
