import { stateUnavailable } from './state-unavailable.js';

/** Lets one unit of work after another write, in the order in which they ask; none waits longer than it is willing to. */
export class WriterMutex {
  private readonly waiting: (() => void)[] = [];
  private isTaken = false;

  /** Resolves with what gives the turn back. Rejects with `state-unavailable` after `patienceMs`. */
  acquire(patienceMs: number): Promise<() => void> {
    if (!this.isTaken) {
      this.isTaken = true;
      return Promise.resolve(this.releaseOnce());
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve(this.releaseOnce());
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(stateUnavailable('busy'));
      }, patienceMs);
      this.waiting.push(begin);
    });
  }

  private releaseOnce(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const next = this.waiting.shift();
      if (next === undefined) this.isTaken = false;
      else next();
    };
  }
}
