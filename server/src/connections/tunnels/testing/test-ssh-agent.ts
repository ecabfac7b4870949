import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import type { ParsedKey } from 'ssh2';

/** An SSH agent in this process that holds some keys, on a Unix socket. */
export class TestSshAgent {
  /** Signatures that were made. */
  signatures = 0;
  private readonly folder = mkdtempSync(join(tmpdir(), 'workbench-agent-'));
  private readonly server: Server;

  private constructor(private readonly keys: readonly ParsedKey[]) {
    this.server = createServer((socket) => {
      const agent = new ssh2.AgentProtocol(false);
      agent.on('identities', (request) => {
        agent.getIdentitiesReply(request, [...this.keys]);
      });
      agent.on('sign', (request, key, data) => {
        const own = this.keys.find((one) => one.getPublicSSH().equals(publicPart(key)));
        if (own === undefined) {
          agent.failureReply(request);
          return;
        }
        this.signatures += 1;
        agent.signReply(request, own.sign(data));
      });
      socket.pipe(agent).pipe(socket);
    });
  }

  /** Starts one with private keys in PEM. */
  static async start(keys: readonly string[]): Promise<TestSshAgent> {
    const parsed = keys.map((text) => {
      const key = ssh2.utils.parseKey(text);
      if (key instanceof Error) throw key;
      return key;
    });
    const made = new TestSshAgent(parsed);
    await new Promise<void>((resolve) => made.server.listen(made.socket, resolve));
    return made;
  }

  /** As in `SSH_AUTH_SOCK`. */
  get socket(): string {
    return join(this.folder, 'agent.sock');
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function publicPart(key: ParsedKey | Buffer): Buffer {
  return Buffer.isBuffer(key) ? key : key.getPublicSSH();
}
