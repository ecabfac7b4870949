import type { HttpAnswer } from '../../testing/http-caller.js';
import { HttpCaller } from '../../testing/http-caller.js';
import type { Ledger } from './ledger.js';
import { poll } from './poll.js';

/** What a save is answered: the saved query, or a problem. */
type Saved = Partial<Record<'id' | 'code', string>>;

/** People who save queries without a break; what is acknowledged goes into a ledger. */
export class SaveLoad {
  private readonly lanes: Promise<void>[] = [];
  private isOver = false;
  private count = 0;

  constructor(
    private readonly origin: string,
    private readonly connectionId: string,
    private readonly ledger: Ledger,
    private readonly name: string,
    /** What is saved. */
    private readonly sql = 'SELECT 1',
  ) {}

  start(lanes: number): void {
    while (this.lanes.length < lanes) this.lanes.push(this.lane());
  }

  /** Saves once more and answers what came back. */
  async save(): Promise<HttpAnswer<Saved>> {
    const body = { name: `${this.name} ${++this.count}`, connection_id: this.connectionId, sql: this.sql };
    const begun = performance.now();
    const answer = await new HttpCaller(this.origin).send<Saved>('POST', '/api/studio/queries', body);
    if (answer.status === 201) this.ledger.acknowledge(answer.body.id ?? '');
    else this.ledger.refuse();
    this.ledger.waited(performance.now() - begun);
    return answer;
  }

  /** Saves until that is acknowledged; the last status, which is another one where it took too long. */
  async untilSaved(withinMs: number): Promise<number> {
    const save = async () => (await this.save()).status;
    return poll(save, (status) => status === 201, withinMs);
  }

  /** Resolves when every person has their last answer. */
  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.lanes);
    this.lanes.length = 0;
  }

  /** Ends with the process that it saves at. */
  private async lane(): Promise<void> {
    while (!this.isOver) {
      const answer = await this.save().catch(() => null);
      if (answer !== null) continue;
      this.ledger.refuse();
      return;
    }
  }
}
