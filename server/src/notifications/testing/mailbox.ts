import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerOptions } from 'smtp-server';

/** A mail as it came in. */
export interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and parts, as they were sent. */
  readonly raw: string;
  readonly user: string | null;
  readonly isSecure: boolean;
}

/** A real mail server. It refuses `nobody@…` and takes everything else. */
export class Mailbox {
  private constructor(
    private readonly server: SMTPServer,
    readonly port: number,
    readonly mails: readonly Mail[],
  ) {}

  static async start(options: SMTPServerOptions = {}): Promise<Mailbox> {
    const mails: Mail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        if (password === 'open sesame') done(null, { user: username });
        else done(new Error('The password is wrong.'));
      },
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('nobody@'))
          done(Object.assign(new Error('There is no such user.'), { responseCode: 550 }));
        else done();
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          const raw = Buffer.concat(chunks).toString('utf8');
          mails.push({
            from,
            to: rcptTo.map(({ address }) => address),
            raw,
            user: session.user ?? null,
            isSecure: session.secure,
          });
          done();
        });
      },
      ...options,
    });
    // A client that goes away is no concern of the tests.
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Mailbox(server, (server.server.address() as AddressInfo).port, mails);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
