import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

/** When a line is cut: before the server has the COMMIT of a change set, or before its answer is back. */
export type CutAt = 'before the commit' | 'before the answer';

/** The server has time to commit. */
const COMMIT_MS = 100;

/** What a change set asks before it commits. */
const OF_CHANGE_SET = 'pg_catalog.txid_current()';

/** A TCP proxy to a Postgres that cuts a line at the commit of the next change set, or of what else has a mark. */
export class CommitCutter {
  private next: CutAt | null = null;
  private staysAway = false;
  private isAway = false;
  private readonly lines = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly mark: string,
  ) {}

  static async start(host: string, port: number, mark = OF_CHANGE_SET): Promise<CommitCutter> {
    const server = createServer();
    const cutter = new CommitCutter(server, mark);
    server.on('connection', (inward) => {
      if (cutter.isAway) inward.destroy();
      else cutter.join(inward, connect(port, host));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return cutter;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts the line of the next change set that is committed, and with `staysAway` all others; it takes none until `comeBack`. */
  cut(at: CutAt, staysAway = false): void {
    this.next = at;
    this.staysAway = staysAway;
  }

  /** Takes lines again. */
  comeBack(): void {
    this.isAway = false;
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(inward: Socket, outward: Socket): void {
    let isMarked = false;
    this.lines.add(inward);
    inward.on('close', () => this.lines.delete(inward));
    inward.on('data', (part) => {
      // What only reads asks for `txid_current_if_assigned` and commits in the same write, on any line.
      const isRead = part.includes('txid_current_if_assigned');
      isMarked ||= !isRead && part.includes(this.mark);
      if (this.next === null || !isMarked || isRead || !part.includes('COMMIT')) {
        outward.write(part);
        return;
      }
      const at = this.next;
      this.next = null;
      this.isAway = this.staysAway;
      outward.pause();
      if (this.isAway) for (const line of this.lines) if (line !== inward) line.destroy();
      if (at === 'before the commit') inward.destroy();
      else outward.write(part, () => void setTimeout(() => inward.destroy(), COMMIT_MS));
    });
    outward.on('data', (part) => inward.write(part));
    for (const [one, other] of [
      [inward, outward],
      [outward, inward],
    ] as const) {
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
    }
  }
}
