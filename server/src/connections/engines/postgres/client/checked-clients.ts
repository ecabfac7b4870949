import type { PoolConfig } from 'pg';
import { checksClients } from '../server-version.js';
import { CHECK_CLIENT } from './workbench-client.js';
import type { WorkbenchClient } from './workbench-client.js';

/**
 * Whether the server of a connection looks after its clients, which some versions, poolers and systems refuse. Found out
 * with the first client, whatever it is for; later clients ask for it from their start.
 */
export class CheckedClients {
  private isAccepted = false;

  constructor(
    private readonly settings: () => PoolConfig,
    /** False where clients are not to be checked, or the server has refused it. */
    private isWanted: boolean,
  ) {}

  /** What new clients start with. */
  get options(): string | undefined {
    return this.isAccepted ? CHECK_CLIENT : undefined;
  }

  /** Whether the server could look after this client and does not. */
  isDue(client: WorkbenchClient): boolean {
    return this.isWanted && !client.isCheckedByServer && checksClients(client.serverVersion);
  }

  /** Connects with the option by `connect`, and without it where the server refuses the option. */
  async reopen<C>(connect: (options: string | undefined) => Promise<C>): Promise<C> {
    try {
      const client = await connect(CHECK_CLIENT);
      this.isAccepted = true;
      return client;
    } catch {
      // A server that cannot be reached at all has refused nothing.
      const client = await connect(undefined);
      this.isWanted = false;
      this.isAccepted = false;
      return client;
    }
  }

  /** Opens a client outside of the pool; `create` is called again where the first one has to be replaced. */
  async open<C extends WorkbenchClient>(create: (settings: PoolConfig) => C): Promise<C> {
    const connect = async (options: string | undefined): Promise<C> => {
      const client = create({ ...this.settings(), ...(options === undefined ? {} : { options }) });
      client.on('error', () => client.destroy());
      await client.connect();
      return client;
    };
    const first = await connect(this.options);
    if (!this.isDue(first)) return first;
    // Closed before, since a role may be allowed few connections.
    await first.end();
    return this.reopen(connect);
  }
}
