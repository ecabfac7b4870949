import { TestCluster } from './test-cluster.js';
import { freezeProcesses, freezeServer } from './frozen-processes.js';
import { StallableProxy } from '../../../../platform/testing/stallable-proxy.js';

/** How a target stops answering. */
export type Silence = 'frozen server' | 'frozen backends' | 'stalled network';

/** A Postgres server of its own behind a proxy, which can stop answering in each of these ways. */
export class FrozenTarget {
  private goOn: () => void = () => undefined;

  private constructor(
    readonly cluster: TestCluster,
    readonly proxy: StallableProxy,
  ) {}

  static async start(): Promise<FrozenTarget> {
    const cluster = await TestCluster.create({ max_connections: '60' });
    await cluster.start();
    const { hostname, port } = new URL(cluster.url);
    return new FrozenTarget(cluster, await StallableProxy.start(hostname, Number(port)));
  }

  /** An entry of the list of connections. */
  entry(id: string, more = ''): string {
    const { username, password } = new URL(this.cluster.url);
    const login = `database: postgres, user: ${username}, password: "${password}"`;
    return `  - { id: ${id}, name: ${id}, kind: postgres, host: 127.0.0.1, port: ${this.proxy.port}, ${login}${more} }\n`;
  }

  /** `pids` are the backends that freeze where no more than those do. */
  silence(how: Silence, pids: readonly number[]): void {
    if (how === 'frozen server') this.goOn = freezeServer(this.cluster.dataFolder);
    else if (how === 'frozen backends') this.goOn = freezeProcesses(pids);
    else {
      this.proxy.stall();
      this.goOn = () => this.proxy.resume();
    }
  }

  thaw(): void {
    this.goOn();
    this.goOn = () => undefined;
  }

  async stop(): Promise<void> {
    this.thaw();
    await this.proxy.stop();
    await this.cluster.dispose();
  }
}
