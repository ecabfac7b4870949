/** Runs the work on each tab one step after the other; different tabs do not wait for each other. */
export class DraftQueues {
  private readonly last = new Map<string, Promise<void>>();

  /** Runs `work` after the tab's earlier work; rejects where `work` does. */
  run(id: string, work: () => Promise<void>): Promise<void> {
    const turn = (this.last.get(id) ?? Promise.resolve()).then(work);
    const last = turn.finally(() => {
      if (this.last.get(id) === last) this.last.delete(id);
    });
    this.last.set(id, last);
    return last;
  }

  isBusy(id: string): boolean {
    return this.last.has(id);
  }

  /** The tabs with unfinished work. */
  busyIds(): string[] {
    return [...this.last.keys()];
  }
}
