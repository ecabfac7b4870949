import type { EngineHost, HostUser } from './engine-host.js';
import type { HostEnd } from './host-process.js';

/**
 * A host for the workbench's own work: started with the first use, again after its end. `onEnd` is called when what was
 * kept in it is gone.
 */
export class OwnHost implements HostUser {
  private starting: Promise<EngineHost> | null = null;

  constructor(
    private readonly startHost: () => Promise<EngineHost>,
    private readonly onEnd: () => void,
  ) {}

  /** Rejects where no process can be started. */
  async host(): Promise<EngineHost> {
    this.starting ??= this.start();
    const host = await this.starting;
    if (!host.isOver) return host;
    this.starting = null;
    return this.host();
  }

  /** Ends the process. Never rejects. */
  async close(): Promise<void> {
    const host = await this.starting?.catch(() => null);
    this.starting = null;
    await host?.leave(this);
  }

  message(): void {
    // Only connectors have health and sessions.
  }

  crashed(_end: HostEnd): void {
    this.starting = null;
    this.onEnd();
  }

  expired(): void {
    this.starting = null;
    this.onEnd();
  }

  private async start(): Promise<EngineHost> {
    try {
      const host = await this.startHost();
      host.join(this);
      return host;
    } catch (error) {
      this.starting = null;
      throw error;
    }
  }
}
