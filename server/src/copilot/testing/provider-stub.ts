import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How the next question is answered. */
export type StubAnswer =
  | { readonly text: string; readonly pauseMs?: number }
  | { readonly status: number; readonly body: string }
  /** Half an answer, then the line is cut. */
  | { readonly half: string }
  /** The stream ends in good order, but before the answer does. */
  | { readonly ends: string }
  | { readonly tooLong: string }
  /** The stream begins with a text, and goes on with an error in place of a piece. */
  | { readonly begins: string; readonly error: unknown }
  | 'silence';

/** What was asked. */
export interface StubQuestion {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const PIECE = 7;

/** A provider that speaks the real protocols of OpenAI and Anthropic over HTTP, streaming, and answers what it is asked to. */
export class ProviderStub {
  readonly asked: StubQuestion[] = [];
  /** Questions whose caller has hung up. */
  hungUp = 0;
  private readonly answers: StubAnswer[] = [];
  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.take(request, response));
  }

  static async start(): Promise<ProviderStub> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ProviderStub(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Says how the questions to come are answered, one after another; the last one is kept. */
  answer(...answers: readonly StubAnswer[]): void {
    this.answers.splice(0, this.answers.length, ...answers);
    this.asked.length = 0;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const part of request) text += String(part);
    response.on('close', () => (this.hungUp += response.writableFinished ? 0 : 1));
    this.asked.push({ path: request.url ?? '', headers: request.headers, text });
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer === undefined || answer === 'silence') return;
    if ('status' in answer) {
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body);
      return;
    }
    const isAnthropic = request.url?.endsWith('/messages') === true;
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    await (isAnthropic ? sayAsAnthropic(response, answer) : sayAsOpenAi(response, answer));
  }
}

type Spoken = Exclude<StubAnswer, 'silence' | { status: number }>;

function wordsOf(answer: Spoken): string {
  if ('text' in answer) return answer.text;
  if ('half' in answer) return answer.half;
  if ('begins' in answer) return answer.begins;
  return 'ends' in answer ? answer.ends : answer.tooLong;
}

function piecesOf(answer: Spoken): string[] {
  return wordsOf(answer).match(new RegExp(`[\\s\\S]{1,${PIECE}}`, 'g')) ?? [];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function sayAsOpenAi(response: ServerResponse, answer: Spoken): Promise<void> {
  const chunk = (delta: object, reason: string | null, more: object = {}): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'stub', choices: [{ index: 0, delta, finish_reason: reason }], ...more })}\n\n`;
  response.write(chunk({ role: 'assistant', content: '' }, null));
  for (const content of piecesOf(answer)) {
    if (response.destroyed) return;
    response.write(chunk({ content }, null));
    if ('pauseMs' in answer) await pause(answer.pauseMs ?? 0);
  }
  if ('half' in answer) response.destroy();
  else if ('begins' in answer) response.end(`data: ${JSON.stringify({ error: answer.error })}\n\ndata: [DONE]\n\n`);
  else if ('ends' in answer) response.end();
  else {
    const usage = { usage: { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 } };
    response.write(chunk({}, 'tooLong' in answer ? 'length' : 'stop', usage));
    response.end('data: [DONE]\n\n');
  }
}

async function sayAsAnthropic(response: ServerResponse, answer: Spoken): Promise<void> {
  const event = (type: string, more: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`);
  const usage = { input_tokens: 11, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'stub', content: [], stop_reason: null, usage };
  event('message_start', { message });
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
  for (const text of piecesOf(answer)) event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
  await pause(0);
  if ('half' in answer) {
    response.destroy();
    return;
  }
  if ('begins' in answer) {
    event('error', { error: answer.error });
    response.end();
    return;
  }
  event('content_block_stop', { index: 0 });
  if (!('ends' in answer)) {
    event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 5 } });
    event('message_stop', {});
  }
  response.end();
}
