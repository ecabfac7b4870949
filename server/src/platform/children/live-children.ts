import type { ChildUse } from './child-options.js';

/** A child process as the list of running ones has it. */
export interface LiveChild {
  readonly pid: number | null;
  readonly isConfined: boolean;
  readonly startedAt: Date;
  readonly use: ChildUse;
  /** Ends it while the workbench itself ends, when no event comes any more. */
  killAtExit(): void;
}

/** The child processes that run; they end with the workbench, also where it ends without closing anything. */
class LiveChildren {
  private readonly children = new Set<LiveChild>();
  private isWatchingExit = false;

  add(child: LiveChild): void {
    this.children.add(child);
    if (this.isWatchingExit) return;
    this.isWatchingExit = true;
    process.once('exit', () => {
      for (const one of this.children) one.killAtExit();
    });
  }

  delete(child: LiveChild): void {
    this.children.delete(child);
  }

  all(): readonly LiveChild[] {
    return [...this.children];
  }
}

export const liveChildren = new LiveChildren();
