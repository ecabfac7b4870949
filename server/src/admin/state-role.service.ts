import { performance } from 'node:perf_hooks';
import { Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { RoleRisk } from '#libs/api';
import { ROLE_RISKS_SQL, roleRisksOf } from '../connections/index.js';
import { State } from '../platform/index.js';

/** The admin page reads every few seconds; a role seldom changes. */
const READ_EVERY_MS = 60_000;

/** What the role that the state's Postgres is opened with can do beyond owning its database. */
@Injectable()
export class StateRoleService implements OnApplicationBootstrap {
  private reading: Promise<RoleRisk[] | null> | null = null;
  private readAtMs = -Infinity;

  constructor(
    private readonly state: State,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(StateRoleService.name);
  }

  /** Logs each risk once, without delaying the start. */
  onApplicationBootstrap(): void {
    void this.risks().then((risks) => {
      for (const { code, detail } of risks ?? []) this.logger.warn({ risk: code }, `The state's database: ${detail}`);
    });
  }

  /** The risks, at most a minute old; null for a state in a file, and where the catalog cannot be read. Never rejects. */
  risks(): Promise<RoleRisk[] | null> {
    const nowMs = performance.now();
    if (this.reading === null || nowMs - this.readAtMs >= READ_EVERY_MS) {
      this.readAtMs = nowMs;
      this.reading = this.read();
    }
    return this.reading;
  }

  private async read(): Promise<RoleRisk[] | null> {
    const { manager } = this.state;
    if (manager.dataSource.options.type !== 'postgres') return null;
    try {
      const rows = await manager.query<{ code: string; name: string }[]>(ROLE_RISKS_SQL, ['false']);
      return roleRisksOf(rows.map(({ code, name }) => [code, name]));
    } catch (error) {
      this.logger.warn({ err: error }, 'the role of the state could not be read');
      return null;
    }
  }
}
