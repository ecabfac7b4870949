import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Agent, fetch as undiciFetch } from 'undici';
import { cappedResponse } from './capped-response.js';
import { OutboundFailure, outboundFailure } from './outbound-failure.js';
import { OutboundGate, USUAL_REACH, hostOf } from './outbound-gate.js';
import type { OutboundReach } from './outbound-gate.js';

/** A message to an address that a person typed. */
export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Until the status of the answer is there. */
  readonly timeoutMs?: number;
  /** What is read of the answer; the rest is cut off. */
  readonly maxAnswerBytes?: number;
  readonly signal?: AbortSignal;
  /** What may be reached beside what everything may. */
  readonly reach?: OutboundReach;
}

/** What came back, whatever its status. A redirect is an answer too: it is never followed. */
export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case; of a repeated header the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Whether there was more than was read, or it did not come. */
  readonly isCut: boolean;
}

/** How `fetch` behaves beyond its options. */
export interface OutboundFetchOptions {
  /**
   * A host that the administrator configured: it may be in a private network, whatever is allowed elsewhere. Other hosts
   * that its answers name are held to the rules.
   */
  readonly trustedHost?: string;
  /** An answer that is larger fails while it is read. */
  readonly maxAnswerBytes?: number;
}

type Undici = typeof import('undici');

const TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 8192;
const MAX_FETCHED_BYTES = 16 * 1024 * 1024;
/** The body of an answer is read for so long. */
const BODY_TIMEOUT_MS = 2_000;
const FIRST_REDIRECT = 300;
const FIRST_ERROR = 400;

/** The only way out for whatever goes to an address that a person can type. */
@Injectable()
export class Outbound implements OnModuleDestroy {
  /** One for each reach: a connection that one may use, another may not. */
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly gate: OutboundGate) {}

  /** Loads the HTTP client ahead of a first request that must not wait for it. */
  async prepare(): Promise<void> {
    await loadUndici();
  }

  /**
   * Sends one message and reads a capped answer of any status. The status says what became of the message: a body that
   * breaks off or does not end takes nothing of that back. Throws `OutboundFailure`.
   */
  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const { reach = USUAL_REACH } = request;
    const url = this.gate.target(request.url, reach);
    try {
      const undici = await loadUndici();
      const { statusCode, headers, body } = await undici.request(url, {
        ...{ method: request.method ?? 'POST', headers: { ...request.headers }, body: request.body ?? null },
        ...{ dispatcher: this.agent(undici, reach), signal: within(request.timeoutMs ?? TIMEOUT_MS, request.signal) },
      });
      return {
        status: statusCode,
        headers: plainHeaders(headers),
        ...(await readCapped(body, request.maxAnswerBytes)),
      };
    } catch (error) {
      throw outboundFailure(error);
    }
  }

  /**
   * A `fetch` for libraries that bring their own protocol and for answers that stream: same rules, no redirects, a capped
   * answer. What it throws is an `OutboundFailure`; how long it may take is up to the caller's signal.
   */
  fetch({ trustedHost, maxAnswerBytes = MAX_FETCHED_BYTES }: OutboundFetchOptions = {}): typeof fetch {
    const reach = { ...USUAL_REACH, trustedHost: trustedHost ?? null };
    const guarded = async (...[input, init]: Parameters<typeof undiciFetch>) => {
      this.gate.target(addressOf(input), reach);
      const undici = await loadUndici();
      const answer = await undici.fetch(input, {
        ...{ ...init, redirect: 'manual', dispatcher: this.agent(undici, reach) },
      });
      if (answer.status >= FIRST_REDIRECT && answer.status < FIRST_ERROR && answer.headers.has('location')) {
        await answer.body?.cancel();
        throw new OutboundFailure('redirected', 'The server redirected the request; redirects are not followed.');
      }
      return cappedResponse(answer, maxAnswerBytes);
    };
    // Node's own `fetch` is an older copy of the same; the two differ in nominal types only.
    return ((...parameters: Parameters<typeof guarded>) =>
      guarded(...parameters).catch((error: unknown) => {
        throw isAbort(error) ? error : outboundFailure(error);
      })) as unknown as typeof fetch;
  }

  /** Opens a plain connection, such as to a mail server. Throws `OutboundFailure`. */
  async connect(hostText: string, port: number, timeoutMs = CONNECT_TIMEOUT_MS): Promise<Socket> {
    const host = this.gate.host(hostText);
    this.gate.checkLiteral(host, USUAL_REACH);
    const socket = connect({ host, port, lookup: this.gate.lookup(USUAL_REACH) });
    const late = setTimeout(
      () => socket.destroy(new OutboundFailure('timeout', 'The server did not answer in time.')),
      timeoutMs,
    );
    try {
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      return socket;
    } catch (error) {
      socket.destroy();
      throw outboundFailure(error);
    } finally {
      clearTimeout(late);
    }
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.agents.values()].map((agent) => agent.destroy()));
  }

  private agent(undici: Undici, reach: OutboundReach): Agent {
    const key = JSON.stringify([reach.trustedHost, reach.hasLoopback]);
    const agent = this.agents.get(key) ?? this.makeAgent(undici, reach);
    this.agents.set(key, agent);
    return agent;
  }

  /** Literal addresses are checked here, since sockets look up names only. */
  private makeAgent({ Agent, buildConnector }: Undici, reach: OutboundReach): Agent {
    const dial = buildConnector({ lookup: this.gate.lookup(reach), timeout: CONNECT_TIMEOUT_MS });
    return new Agent({
      connect: (options, callback) => {
        try {
          this.gate.checkLiteral(hostOf(`http://${options.hostname}`) || options.hostname, reach);
        } catch (error) {
          callback(outboundFailure(error), null);
          return;
        }
        dial(options, callback);
      },
    });
  }
}

/** Loaded when it is needed: idle memory matters. */
function loadUndici(): Promise<Undici> {
  return import('undici');
}

function within(timeoutMs: number, signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(timeoutMs);
  return signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
}

function addressOf(input: Parameters<typeof undiciFetch>[0]): string {
  return input instanceof URL ? input.href : typeof input === 'string' ? input : input.url;
}

function isAbort(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'AbortError';
}

function plainHeaders(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

/** Leaving the loop early ends the connection: an endless answer costs no more than what is read of it. */
async function readCapped(body: Readable, maxBytes = MAX_ANSWER_BYTES): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isCut = false;
  const late = setTimeout(() => body.destroy(), BODY_TIMEOUT_MS);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) break;
    }
  } catch {
    isCut = true;
  } finally {
    clearTimeout(late);
  }
  const text = Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
  return { text, isCut: isCut || bytes > maxBytes };
}
