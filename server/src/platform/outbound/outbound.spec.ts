import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config/workbench-config.js';
import { NameLookup, Outbound, OutboundFailure, OutboundGate, USUAL_REACH } from './index.js';

/** A name server that answers one after another what it is set to, and counts how often it is asked. */
class Names extends NameLookup {
  asked: string[] = [];
  answers: string[][] = [];

  override addressesOf(host: string) {
    this.asked.push(host);
    const addresses = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    return Promise.resolve((addresses ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  }
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port: number;
let hits: string[];
let answer: Answer;
const names = new Names();
const made: Outbound[] = [];

function outboundWith(allow: string, mode = 'single'): Outbound {
  const env = { WORKBENCH_OUTBOUND_ALLOW: allow, WORKBENCH_MODE: mode };
  const reading = readConfig(env, '/srv');
  if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
  const outbound = new Outbound(new OutboundGate(reading.config, names));
  made.push(outbound);
  return outbound;
}

const failureOf = (work: Promise<unknown>): Promise<OutboundFailure> =>
  work.then(
    () => {
      throw new Error('it came through');
    },
    (error: unknown) => {
      if (!(error instanceof OutboundFailure)) throw error;
      return error;
    },
  );
const kindOf = async (work: Promise<unknown>) => (await failureOf(work)).kind;

beforeAll(async () => {
  server = createServer((request, response) => {
    hits.push(`${request.socket.localAddress ?? ''} ${request.headers.host ?? ''}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  await Promise.all(made.map((outbound) => outbound.onModuleDestroy()));
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  hits = [];
  names.asked = [];
  names.answers = [['127.0.0.1']];
  answer = (_, response) => response.end('fine');
});

describe('an address that somebody typed', () => {
  it.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', 'localhost', 'a.name.example'],
  ])('is not reached on this machine as %s', async (host) => {
    const outbound = outboundWith('');
    expect(await kindOf(outbound.send({ url: `http://${host}:${port}/` }))).toBe('refused');
    expect(await kindOf(outbound.fetch()(`http://${host}:${port}/`))).toBe('refused');
    expect(await kindOf(outbound.connect(host, port))).toBe('refused');
    expect(hits).toEqual([]);
  });

  it.each(['127.0.0.1', 'a.name.example', 'localhost'])('is reached as %s where that is allowed', async (host) => {
    const outbound = outboundWith('127.0.0.0/8');
    expect(await outbound.send({ url: `http://${host}:${port}/`, body: 'x' })).toMatchObject({
      status: 200,
      text: 'fine',
    });
    const fetched = await outbound.fetch()(`http://${host}:${port}/`);
    expect([fetched.status, await fetched.text()]).toEqual([200, 'fine']);
    const socket = await outbound.connect(host, port);
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  it('is refused as a whole where one of its addresses may not be reached', async () => {
    names.answers = [['127.0.0.2', '10.0.0.1']];
    expect(await kindOf(outboundWith('127.0.0.2').send({ url: `http://two.example:${port}/` }))).toBe('refused');
    expect(hits).toEqual([]);
  });

  it('is connected to where the one look-up said, whatever a second one would say', async () => {
    const outbound = outboundWith('127.0.0.2');
    names.answers = [['127.0.0.2'], ['127.0.0.1']];
    answer = (_, response) => response.setHeader('Connection', 'close').end('fine');
    expect(await outbound.send({ url: `http://rebinding.example:${port}/` })).toMatchObject({ status: 200 });
    expect(names.asked).toEqual(['rebinding.example']);
    expect(hits).toEqual([`127.0.0.2 rebinding.example:${port}`]);
    expect(await kindOf(outbound.send({ url: `http://rebinding.example:${port}/` }))).toBe('refused');
    expect(hits).toHaveLength(1);
  });

  it('is not followed elsewhere', async () => {
    const outbound = outboundWith('127.0.0.0/8');
    answer = (_, response) => response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end();
    expect(await outbound.send({ url: `http://127.0.0.1:${port}/` })).toMatchObject({ status: 302 });
    expect(await kindOf(outbound.fetch()(`http://127.0.0.1:${port}/`))).toBe('redirected');
    expect(hits).toHaveLength(2);
  });

  it('does not show whether a name is known in the network', async () => {
    names.answers = [['10.1.2.3']];
    const known = await failureOf(outboundWith('').send({ url: 'http://intranet.example/' }));
    names.addressesOf = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    const unknown = await failureOf(outboundWith('').send({ url: 'http://intranet.example/' }));
    names.addressesOf = Names.prototype.addressesOf.bind(names);
    expect(known.message).toBe(unknown.message);
    expect(known.message).not.toContain('10.1.2.3');
  });

  it('says what is wrong with it', async () => {
    expect((await failureOf(outboundWith('').send({ url: 'ftp://example.org/' }))).message).toMatch('http and https');
    const { message } = await failureOf(outboundWith('').send({ url: 'http://10.1.2.3/' }));
    expect(message).toBe(
      '10.1.2.3 is a private network, which the workbench does not reach. The administrator can allow a network with WORKBENCH_OUTBOUND_ALLOW.',
    );
  });
});

describe('an answer', () => {
  it('without end is read to the cap and no further', async () => {
    let sent = 0;
    answer = (_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536))) sent += 65_536;
      };
      response.on('drain', pour);
      pour();
    };
    const outbound = outboundWith('127.0.0.0/8');
    const result = await outbound.send({ url: `http://127.0.0.1:${port}/`, maxAnswerBytes: 1000 });
    expect(result).toEqual(expect.objectContaining({ text: 'x'.repeat(1000), isCut: true }));
    const fetched = await outbound.fetch({ maxAnswerBytes: 100_000 })(`http://127.0.0.1:${port}/`);
    expect(await kindOf(fetched.text())).toBe('too-large');
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['breaks off', (response) => setTimeout(() => response.destroy(), 50)],
    ['never ends', () => undefined],
  ])('whose body %s has the status that it began with', async (_, go) => {
    answer = (_request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('some');
      go(response);
    };
    const result = await outboundWith('127.0.0.0/8').send({ url: `http://127.0.0.1:${port}/` });
    expect(result).toMatchObject({ status: 200, text: 'some', isCut: true });
  });

  it('comes in time for each of many, however few the server takes at once', async () => {
    let open = 0;
    let most = 0;
    answer = (_, response) => {
      most = Math.max(most, (open += 1));
      setTimeout(() => {
        open -= 1;
        response.end('late');
      }, 300);
    };
    const outbound = outboundWith('127.0.0.0/8');
    const sent = Array.from({ length: 20 }, () =>
      outbound.send({ url: `http://127.0.0.1:${port}/`, timeoutMs: 1_000 }),
    );
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(most).toBe(20);
  });

  it('that never comes ends at the timeout', async () => {
    answer = () => undefined;
    const outbound = outboundWith('127.0.0.0/8');
    expect(await kindOf(outbound.send({ url: `http://127.0.0.1:${port}/`, timeoutMs: 50 }))).toBe('timeout');
    const signal = AbortSignal.timeout(50);
    expect(await kindOf(outbound.fetch()(`http://127.0.0.1:${port}/`, { signal }))).toBe('timeout');
  });

  it('may come in parts, as they are sent', async () => {
    let next = (): void => undefined;
    answer = (_, response) => {
      response.write('first ');
      next = () => response.end('second');
    };
    const fetched = await outboundWith('127.0.0.0/8').fetch()(`http://127.0.0.1:${port}/`);
    const reader = fetched.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('first ');
    next();
    expect((await reader?.read())?.value).toBe('second');
  });

  it('of nobody is said in words', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: free } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    const outbound = outboundWith('127.0.0.0/8');
    const sentences = await Promise.all([
      failureOf(outbound.send({ url: `http://127.0.0.1:${free}/` })),
      failureOf(outbound.fetch()(`http://127.0.0.1:${free}/`)),
      failureOf(outbound.connect('127.0.0.1', free)),
    ]);
    expect(sentences.map(({ kind, message }) => `${kind}: ${message}`)).toEqual(
      Array(3).fill('unreachable: Connection refused: no server listens at this address.'),
    );
  });
});

describe('this machine, opened for one purpose', () => {
  const reach = { ...USUAL_REACH, hasLoopback: true };

  it.each(['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost', 'a.name.example'])(
    'is reached as %s in single-user mode, for that purpose alone',
    async (host) => {
      const url = `http://${host}:${port}/`;
      const outbound = outboundWith('');
      expect(await outbound.send({ url, reach })).toMatchObject({ status: 200, text: 'fine' });
      expect(await kindOf(outbound.send({ url }))).toBe('refused');
      expect(hits).toHaveLength(1);
    },
  );

  it.each(['127.0.0.1', 'localhost', 'a.name.example'])('is not reached as %s in multi-user mode', async (host) => {
    const outbound = outboundWith('', 'multi');
    expect(await kindOf(outbound.send({ url: `http://${host}:${port}/`, reach }))).toBe('refused');
    expect(hits).toEqual([]);
  });

  it.each([['10.1.2.3'], ['169.254.169.254'], ['0.0.0.0'], ['127.0.0.1', '10.1.2.3']])(
    'is not %s: the address of a name decides',
    async (...addresses) => {
      names.answers = [addresses];
      expect(await kindOf(outboundWith('').send({ url: `http://localhost:${port}/`, reach }))).toBe('refused');
      expect(hits).toEqual([]);
    },
  );
});

describe('a host that the administrator configured', () => {
  it('is reached in a private network, and opens no other', async () => {
    const fetch = outboundWith('').fetch({ trustedHost: 'id.example' });
    expect(await (await fetch(`http://id.example:${port}/`)).text()).toBe('fine');
    expect(await kindOf(fetch(`http://other.example:${port}/`))).toBe('refused');
    expect(await kindOf(fetch(`http://127.0.0.1:${port}/`))).toBe('refused');
    names.answers = [['169.254.169.254']];
    expect(await kindOf(outboundWith('').fetch({ trustedHost: 'id.example' })(`http://id.example:${port}/`))).toBe(
      'refused',
    );
  });
});
