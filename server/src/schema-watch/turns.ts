/** Lets pieces of work with one name follow each other; those of other names go on meanwhile. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when what was given before under that name has ended, however it ended. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(name) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    this.last.set(name, settled);
    try {
      return await turn;
    } finally {
      if (this.last.get(name) === settled) this.last.delete(name);
    }
  }
}
