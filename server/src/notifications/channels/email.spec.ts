import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { NameLookup, Outbound, OutboundGate, readConfig } from '../../platform/index.js';
import { selfSignedCertificate } from '../testing/certificate.js';
import { Mailbox } from '../testing/mailbox.js';
import { ScriptedServer } from '../testing/scripted-server.js';
import type { OutgoingMessage, TryResult } from './channel-kind.js';
import { EmailChannel } from './email.js';

/** Gives up sooner than is wise towards a mail server far away. */
class HastyChannel extends EmailChannel {
  protected override readonly patience = { connectMs: 5_000, greetingMs: 200, silenceMs: 300, messageMs: 900 };
}

/** The same, which leaves a server more time for the whole. */
class PatientChannel extends HastyChannel {
  protected override readonly patience = { connectMs: 5_000, greetingMs: 5_000, silenceMs: 300, messageMs: 10_000 };
}

const SECRET = 'open sesame';
const OUTGOING: OutgoingMessage = {
  id: 'msg_1',
  message: {
    ...{
      id: '1',
      event: 'test',
      label: 'Test',
      title: 'A test',
      lines: ['It changed.'],
      total: 1,
      isParagraph: false,
      link: null,
    },
    ...{ tone: 'plain', occurredAt: '2026-01-01T00:00:00.000Z' },
  },
  events: [],
};

const reading = readConfig({ WORKBENCH_OUTBOUND_ALLOW: '127.0.0.0/8' }, '/srv');
if (reading.kind === 'invalid') throw new Error(reading.mistakes.join());
const gate = new OutboundGate(reading.config, new NameLookup());
const outbound = new Outbound(gate);
const channel = new EmailChannel(gate, outbound);
afterAll(() => outbound.onModuleDestroy());

/** What a mail server says to a line; nothing to the end of a message. */
function smtp(line: string): string | null {
  const answers: Record<string, string> = {
    EHLO: '250-mail\r\n250 AUTH PLAIN',
    AUTH: '235 in',
    DATA: '354 go on',
    RCPT: '250 fine',
    MAIL: '250 fine',
    QUIT: '221 bye',
  };
  return answers[line.split(' ')[0] ?? ''] ?? null;
}

function sent(port: number, security: string, by: EmailChannel = channel): Promise<TryResult> {
  const settings = { host: '127.0.0.1', port, security, user: 'bench', from: 'b@example.org', to: ['ann@example.org'] };
  return by.deliver(settings, { password: SECRET }, OUTGOING);
}

describe('a mail server with TLS', () => {
  const { key, cert } = selfSignedCertificate('127.0.0.1');
  const trusted = getCACertificates('default');
  let boxes: Readonly<Record<string, Mailbox>>;
  beforeAll(async () => {
    boxes = {
      implicit: await Mailbox.start({ key, cert, secure: true }),
      starttls: await Mailbox.start({ key, cert, hideSTARTTLS: false }),
    };
  });
  afterEach(() => setDefaultCACertificates(trusted));
  afterAll(() => Promise.all(Object.values(boxes).map((box) => box.stop())));

  it.each(['implicit', 'starttls'])('is spoken to in secret: %s', async (security) => {
    setDefaultCACertificates([...trusted, cert]);
    const { port = 0, mails = [] } = boxes[security] ?? {};
    expect(await sent(port, security)).toMatchObject({ outcome: 'accepted', status: 250 });
    expect(mails).toMatchObject([{ isSecure: true, user: 'bench', to: ['ann@example.org'] }]);
  });

  it.each(['implicit', 'starttls'])('is sent nothing where its certificate is not trusted: %s', async (security) => {
    const { port = 0, mails = [] } = boxes[security] ?? {};
    const before = mails.length;
    const { outcome, detail } = await sent(port, security);
    expect([outcome, detail]).toEqual(['failing', expect.stringMatching('certificate is not trusted: .*self-signed')]);
    expect(mails).toHaveLength(before);
  });
});

describe('a mail server', () => {
  let server: ScriptedServer;
  afterEach(() => server.stop());

  it('that offers STARTTLS and then refuses it hears neither password nor message', async () => {
    server = await ScriptedServer.start('220 mail', (line) => {
      if (line.startsWith('EHLO')) return '250-mail\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS';
      return line === 'STARTTLS' ? '454 TLS not available' : '250 fine';
    });
    const { outcome, detail } = await sent(server.port, 'starttls');
    expect([outcome, detail]).toEqual(['failing', expect.stringMatching('454|no secure connection')]);
    expect(server.heard.filter((line) => !/^(?:EHLO|STARTTLS|QUIT)/.test(line))).toEqual([]);
  });

  it('that speaks without TLS where TLS is expected is named as such', async () => {
    server = await ScriptedServer.start('220 mail', smtp);
    expect((await sent(server.port, 'implicit')).detail).toBe(
      'The mail server does not answer with TLS at this port. Choose STARTTLS, or another port.',
    );
  });

  it('that checks a message for long before it takes it is waited for', async () => {
    server = await ScriptedServer.start('220 mail', (line) => {
      if (line === '.') server.repeat('250 taken', 600);
      return smtp(line);
    });
    const hasty = new PatientChannel(gate, outbound);
    expect(await sent(server.port, 'none', hasty)).toMatchObject({ outcome: 'accepted', answer: '250 taken' });
    expect(server.heard.filter((line) => line === '.')).toHaveLength(1);
  });

  it('that takes a message for some now is asked for the others later, and only for them', async () => {
    let isGrey = true;
    server = await ScriptedServer.start('220 mail', (line) => {
      if (line === '.') return '250 taken';
      if (line === 'RCPT TO:<bob@example.org>') return isGrey ? '450 greylisted' : '250 fine';
      return line === 'RCPT TO:<nobody@example.org>' ? '550 no such user' : smtp(line);
    });
    const settings = {
      ...{ host: '127.0.0.1', port: server.port, security: 'none', from: 'b@example.org' },
      to: ['ann@example.org', 'bob@example.org', 'nobody@example.org'],
    };
    const first = await channel.deliver(settings, {}, OUTGOING);
    expect(first).toMatchObject({ outcome: 'partly', left: ['bob@example.org'] });
    expect(first.detail).toBe(
      'The mail server accepted the message for 1 of 3. Refused for nobody@example.org. Not accepted now for bob@example.org.',
    );
    isGrey = false;
    server.heard.splice(0);
    const second = await channel.deliver(settings, {}, { ...OUTGOING, recipients: ['bob@example.org'] });
    expect(second).toMatchObject({ outcome: 'accepted', left: [] });
    expect(server.heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<bob@example.org>']);
    // As everybody else got it.
    expect(server.heard.find((line) => line.startsWith('To:'))).toContain('ann@example.org');
    const gone = { ...OUTGOING, recipients: ['former@example.org'] };
    expect(await channel.deliver(settings, {}, gone)).toMatchObject({ outcome: 'accepted', status: null });
  });

  it('that puts an address off whose domain has capitals is asked for it later', async () => {
    let isGrey = true;
    server = await ScriptedServer.start('220 mail', (line) => {
      if (line === '.') return '250 taken';
      return isGrey && line.startsWith('RCPT TO:<Bob@') ? '450 greylisted' : smtp(line);
    });
    const settings = {
      ...{ host: '127.0.0.1', port: server.port, security: 'none', from: 'b@example.org' },
      to: ['ann@example.org', 'Bob@Example.ORG'],
    };
    const { outcome, left = [] } = await channel.deliver(settings, {}, OUTGOING);
    expect([outcome, left]).toEqual(['partly', ['Bob@Example.ORG']]);
    isGrey = false;
    // As versions before kept it, and as it is kept now.
    for (const recipients of [['Bob@example.org'], left]) {
      server.heard.splice(0);
      const later = await channel.deliver(settings, {}, { ...OUTGOING, recipients });
      expect(later).toMatchObject({ outcome: 'accepted', left: [] });
      expect(server.heard.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<Bob@example.org>']);
    }
  });

  it.each<[string, string | null, string]>([
    ['never greets', null, 'none'],
    ['greets and then says nothing', '220 mail', 'none'],
    ['says nothing where a handshake is expected', null, 'implicit'],
  ])('that %s is given up, and that is said', async (_, greeting, security) => {
    server = await ScriptedServer.start(greeting);
    const hasty = new HastyChannel(gate, outbound);
    expect(await sent(server.port, security, hasty)).toMatchObject({
      outcome: 'failing',
      status: null,
      detail: 'The mail server did not answer in time.',
    });
  });

  it.each<[string, string]>([
    ['EHLO', '250-and more'],
    ['AUTH', '235-and more'],
    ['DATA', '354-and more'],
  ])('that never ends its answer to %s is given up, although it is never silent', async (command, line) => {
    const answers: Record<string, string> = { EHLO: '250-mail\r\n250 AUTH PLAIN', AUTH: '235 in', DATA: '354 go on' };
    server = await ScriptedServer.start('220 mail', (heard) => {
      const verb = heard.split(' ')[0] ?? '';
      if (verb !== command) return answers[verb] ?? '250 fine';
      server.repeat(line, 100);
      return line;
    });
    const hasty = new HastyChannel(gate, outbound);
    expect(await sent(server.port, 'none', hasty)).toMatchObject({
      outcome: 'failing',
      detail: 'The mail server did not answer in time.',
    });
    expect(server.heard.filter((heard) => heard.startsWith(command))).toHaveLength(1);
  });
});
