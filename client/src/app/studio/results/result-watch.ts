import { computed, effect, inject, Service, untracked } from '@angular/core';
import { ServerState } from '../../shared/http/server-state';
import { RunsStore } from '../run/runs.store';
import { TabsStore } from '../tabs/tabs.store';
import { PlansStore } from './plan/plans.store';

/** Shows the result in the place of the plan when a run starts, and resumes the run that a tab had before a reload. */
@Service({ autoProvided: false })
export class ResultWatch {
  private readonly tabs = inject(TabsStore);
  private readonly runs = inject(RunsStore);
  private readonly plans = inject(PlansStore);
  private readonly server = inject(ServerState);
  private readonly lastRunId = computed(() => this.tabs.active()?.lastRun?.runId ?? null);

  constructor() {
    effect(() => {
      const [id, phase] = [this.tabs.activeId(), this.runs.active()?.phase];
      if (id !== null && phase === 'sending') untracked(() => this.plans.show(id, false));
    });
    effect(() => {
      const id = this.tabs.activeId();
      this.lastRunId();
      if (id !== null) untracked(() => void this.runs.resume(id));
    });
    let wasAway = false;
    effect(() => {
      const isBack = this.server.isReachable() && wasAway;
      wasAway = !this.server.isReachable();
      if (isBack) untracked(() => this.lookAgain());
    });
  }

  /** A tab without a result has perhaps one that could not be read while the server was away. */
  private lookAgain(): void {
    const id = this.tabs.activeId();
    if (id !== null && this.runs.active() === null) void this.runs.resume(id);
  }
}
