import type { AnsweredRequest, HostRequest } from '../protocol.js';
import { ConnectorRequests, refusal } from './connector-requests.js';
import type { HostLine } from './host-line.js';
import { ParseRequests } from './parse-requests.js';
import { ScratchRequests } from './scratch-requests.js';
import { endIfMemoryIsSpent } from './spent-memory.js';

/** Milliseconds after a request. */
const MEMORY_CHECK_MS = 200;

/** Takes requests in the order of their arrival and answers each when it is done. */
export class HostServer {
  private readonly aborts = new Map<number, AbortController>();
  private readonly connectors: ConnectorRequests;
  private readonly scratch = new ScratchRequests();
  private readonly parser = new ParseRequests();
  private memoryCheck: NodeJS.Timeout | null = null;

  constructor(private readonly line: HostLine) {
    this.connectors = new ConnectorRequests(line);
  }

  take(request: HostRequest): void {
    switch (request.op) {
      case 'create':
        this.connectors.create(request);
        break;
      case 'abort':
        this.aborts.get(request.id)?.abort();
        break;
      case 'more':
        this.connectors.more(request);
        break;
      case 'interrupt':
        this.scratch.interrupt(request);
        break;
      case 'end':
        void this.end();
        break;
      default:
        void this.answer(request);
    }
  }

  private async answer(request: AnsweredRequest): Promise<void> {
    const abort = new AbortController();
    this.aborts.set(request.id, abort);
    try {
      const value = await this.serve(request, abort.signal);
      if (request.op !== 'run' && request.op !== 'batch') this.line.send({ kind: 'answer', id: request.id, value });
    } catch (error) {
      this.line.send(refusal(request, error));
    } finally {
      this.aborts.delete(request.id);
      this.checkMemoryLater();
    }
  }

  private checkMemoryLater(): void {
    this.memoryCheck ??= setTimeout(() => this.checkMemory(), MEMORY_CHECK_MS).unref();
  }

  /** A process without memory fails every statement, those of other people too, so it ends between two of them. */
  private checkMemory(): void {
    this.memoryCheck = null;
    // The end of a request that is still served checks again.
    if (this.aborts.size > 0) return;
    if (this.line.isSent) endIfMemoryIsSpent();
    else this.checkMemoryLater();
  }

  private serve(request: AnsweredRequest, signal: AbortSignal): Promise<unknown> {
    switch (request.op) {
      case 'read':
        return this.connectors.read(request, signal);
      case 'open':
        return this.connectors.open(request, signal);
      case 'run':
        return this.connectors.run(request, signal);
      case 'batch':
        return this.connectors.batch(request, signal);
      case 'transaction':
        return this.connectors.transaction(request);
      case 'release':
        return this.connectors.release(request);
      case 'close':
        return this.connectors.close(request);
      case 'scratch':
        return this.scratch.open(request);
      case 'query':
        return this.scratch.query(request);
      case 'file':
        return this.scratch.file(request, signal);
      case 'define':
        return this.scratch.define(request);
      case 'drop':
        return this.scratch.drop(request);
      case 'ping':
        return Promise.resolve();
      case 'parse':
        return this.parser.parse(request);
      case 'is-query':
        return this.parser.isQuery(request);
    }
  }

  /** Closes the databases, so that nothing is left to recover, and ends the process. */
  private async end(): Promise<void> {
    await Promise.allSettled([this.connectors.closeAll(), this.scratch.closeAll()]);
    process.exit(0);
  }
}
