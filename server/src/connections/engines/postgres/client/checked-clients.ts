import type { PoolConfig } from 'pg';
import { PRINTED_VALUES } from '#libs/dialects';
import { refusesSession } from '../connect-failure.js';
import { checksClients } from '../server-version.js';
import { WorkbenchClient } from './workbench-client.js';

/** The server looks this often, while a statement runs, whether its client is still there. */
const CHECK_INTERVAL = { client_connection_check_interval: '5s' };

/**
 * What sessions ask for when they begin, so that it outlives `DISCARD ALL`: that the server looks after its clients, and
 * prints values so that they come back as they were. Poolers, some versions and systems refuse it, which is found out with
 * the first client, whatever it is for; later clients ask for it from their start.
 */
export class CheckedClients {
  private accepted: string | undefined = undefined;

  constructor(
    private readonly settings: () => PoolConfig,
    /** False where nothing is to be asked for, or the server has refused it. */
    private isWanted: boolean,
  ) {}

  /** What new clients start with. */
  get options(): string | undefined {
    return this.accepted;
  }

  /** Whether a client has begun without what is to be asked for. */
  isDue(client: WorkbenchClient): boolean {
    return this.isWanted && client.options === undefined;
  }

  /** Connects a client as another one was, outside of the pool. */
  async another({ options }: WorkbenchClient): Promise<WorkbenchClient> {
    const client = new WorkbenchClient({ ...this.settings(), ...(options === undefined ? {} : { options }) });
    client.on('error', () => client.destroy());
    await client.connect();
    return client;
  }

  /** Connects with the options by `connect`, in the place of a client without, and without them where the server refuses. */
  async reopen<C>(former: WorkbenchClient, connect: (options: string | undefined) => Promise<C>): Promise<C> {
    const options = optionsFor(former);
    try {
      const client = await connect(options);
      this.accepted = options;
      return client;
    } catch (error) {
      // A session without the options prints other values: it is no way out where they were not refused.
      if (!refusesSession(error)) throw error;
      const client = await connect(undefined);
      this.isWanted = false;
      this.accepted = undefined;
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
    return this.reopen(first, connect);
  }
}

/** What a server is asked for; dates that a person writes keep the order of day and month that it has by itself. */
function optionsFor({ serverVersion, dateStyle }: WorkbenchClient): string {
  const order = /, ?(DMY|MDY|YMD)$/.exec(dateStyle ?? '')?.[1];
  const settings = {
    ...PRINTED_VALUES,
    ...(order === undefined ? {} : { DateStyle: `${PRINTED_VALUES.DateStyle},${order}` }),
    ...(checksClients(serverVersion) ? CHECK_INTERVAL : {}),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}
