import { Injectable } from '@nestjs/common';
import { PostgresStateClient, Processes } from '../../platform/index.js';
import { digestOf } from '../secrets.js';

/** The set-up codes of all processes on one state in Postgres: each takes those of the others while they run. */
@Injectable()
export class SetUpCodes {
  constructor(
    private readonly stateClient: PostgresStateClient,
    private readonly processes: Processes,
  ) {}

  /** Lets other processes take the code with that digest. */
  async share(digest: string): Promise<void> {
    const { own } = this.processes;
    if (own === null) return;
    await this.stateClient.rows('DELETE FROM auth_set_up_code WHERE process <> ALL ($1)', [
      await this.processes.names(),
    ]);
    await this.stateClient.rows('INSERT INTO auth_set_up_code (digest, process) VALUES ($1, $2)', [digest, own]);
  }

  /** Whether another running process has printed the code. */
  async isOfAnother(code: string): Promise<boolean> {
    if (this.processes.own === null) return false;
    const sql = 'SELECT process FROM auth_set_up_code WHERE digest = $1';
    const [found] = await this.stateClient.rows<{ process: string }>(sql, [digestOf(code)]);
    return found !== undefined && (await this.processes.isAnother(found.process));
  }

  /** Makes all codes worthless, inside the running transaction. */
  async removeAll(): Promise<void> {
    if (this.processes.own !== null) await this.stateClient.rows('DELETE FROM auth_set_up_code');
  }
}
