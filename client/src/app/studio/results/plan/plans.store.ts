import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { ExplainedPlan, ExplainRequest } from '#libs/api';
import type { Plan, readPlan } from '#libs/plan';
import { ApiClient } from '../../../shared/http/api-client';
import { ApiProblem } from '../../../shared/http/api-problem';
import { TabsStore } from '../../tabs/tabs.store';

/** A plan as it is shown. */
export interface ShownPlan {
  readonly plan: Plan;
  /** As the database printed it. */
  readonly raw: string;
  /** The statement that was explained; null where only its plan is known. */
  readonly sql: string | null;
  readonly connectionId: string | null;
  /** Rows of whole tables by their statistics; absent where nobody knows them. */
  readonly tableRows?: Readonly<Record<string, number>>;
  /** ISO 8601; null where it was pasted. */
  readonly explainedAt: string | null;
}

/** Where the plan of a tab stands. `request` is what was asked last, so that it can be asked again. */
export interface TabPlan {
  readonly phase: 'asking' | 'ready' | 'failed';
  readonly request: ExplainRequest | null;
  readonly shown: ShownPlan | null;
  readonly problem: ApiProblem | null;
  /** `performance.now()` at the click. */
  readonly askedAtMs: number;
  /** False once another way of looking at the result was chosen. */
  readonly isInFront: boolean;
}

const MOST_EARLIER = 20;
const TICK_MS = 100;

/** The plan of each tab, and the earlier ones to compare with. */
@Service()
export class PlansStore {
  private readonly api = inject(ApiClient);
  private readonly tabs = inject(TabsStore);
  private readonly plans = signal<ReadonlyMap<string, TabPlan>>(new Map());
  private readonly kept = signal<readonly ShownPlan[]>([]);
  private readonly asking = new Map<string, AbortController>();
  private readonly now = signal(0);

  /** The plans that were explained last, the newest first. */
  readonly latest = this.kept.asReadonly();
  /** Whether the advice on plans is open; it stays so from tab to tab. */
  readonly isAdvised = signal(false);
  readonly active = computed(() => this.plans().get(this.tabs.activeId() ?? '') ?? null);
  /** The plan of the tab in front while it is what the lower half shows. */
  readonly inFront = computed(() => (this.active()?.isInFront === true ? this.active() : null));
  readonly isAsking = computed(() => this.active()?.phase === 'asking');
  /** Milliseconds since the click while a plan is on its way, else null. */
  readonly busyForMs = computed(() => {
    const plan = this.active();
    return plan?.phase === 'asking' ? Math.max(0, this.now() - plan.askedAtMs) : null;
  });

  constructor() {
    effect((onCleanup) => {
      if (!this.isAsking()) return;
      this.now.set(performance.now());
      const timer = setInterval(() => this.now.set(performance.now()), TICK_MS);
      onCleanup(() => clearInterval(timer));
    });
    effect(() => {
      const open = new Set(this.tabs.tabs().map(({ id }) => id));
      untracked(() => this.keepOnly(open));
    });
  }

  /** Asks for a plan on behalf of a tab; answers with why there is none, or null, also where it was stopped. */
  async explain(tabId: string, request: ExplainRequest): Promise<ApiProblem | null> {
    this.stop(tabId);
    const stop = new AbortController();
    this.asking.set(tabId, stop);
    const before = this.plans().get(tabId)?.shown ?? null;
    const asked: TabPlan = {
      ...{ phase: 'asking', request, shown: before, problem: null },
      ...{ askedAtMs: performance.now(), isInFront: true },
    };
    this.set(tabId, asked);
    try {
      // Only plans need their reader, so the first visit does without it.
      const [answer, reader] = await Promise.all([
        this.api.post('/api/studio/explain', { body: request, stop: stop.signal }),
        import('./lazy-read-plan'),
      ]);
      if (this.asking.get(tabId) !== stop) return null;
      const shown = shownPlan(answer, reader.readPlan);
      this.set(tabId, { ...asked, phase: 'ready', shown, isInFront: this.isInFront(tabId) });
      this.keep(shown);
      return null;
    } catch (error) {
      if (this.asking.get(tabId) !== stop) return null;
      const problem = ApiProblem.from(error);
      this.set(tabId, { ...asked, phase: 'failed', problem, isInFront: this.isInFront(tabId) });
      return problem;
    } finally {
      if (this.asking.get(tabId) === stop) this.asking.delete(tabId);
    }
  }

  /** Hangs up, which cancels the statement in the database; the plan before stays. */
  stop(tabId: string): void {
    this.asking.get(tabId)?.abort();
    this.asking.delete(tabId);
    const plan = this.plans().get(tabId);
    if (plan?.phase !== 'asking') return;
    if (plan.shown === null) this.forget(tabId);
    else this.set(tabId, { ...plan, phase: 'ready' });
  }

  /** Shows a plan that was pasted: as it was read, and its text. */
  paste(tabId: string, plan: Plan, raw: string): void {
    const shown = { plan, raw, sql: null, connectionId: null, explainedAt: null };
    this.stop(tabId);
    const asked = { request: null, problem: null, askedAtMs: performance.now(), isInFront: true };
    this.set(tabId, { ...asked, phase: 'ready', shown });
  }

  /** Brings a tab's plan to the front, or sends it behind the result. */
  show(tabId: string, isInFront: boolean): void {
    const plan = this.plans().get(tabId);
    if (plan && plan.isInFront !== isInFront) this.set(tabId, { ...plan, isInFront });
  }

  /** Takes a tab's plan away. */
  forget(tabId: string): void {
    this.plans.update((plans) => new Map([...plans].filter(([id]) => id !== tabId)));
  }

  /** A run that was started meanwhile has its result in front. */
  private isInFront(tabId: string): boolean {
    return this.plans().get(tabId)?.isInFront ?? true;
  }

  private keep(shown: ShownPlan): void {
    this.kept.update((plans) => [shown, ...plans].slice(0, MOST_EARLIER));
  }

  private keepOnly(open: ReadonlySet<string>): void {
    for (const id of this.plans().keys()) {
      if (open.has(id)) continue;
      this.stop(id);
      this.forget(id);
    }
  }

  private set(tabId: string, plan: TabPlan): void {
    this.plans.update((plans) => new Map(plans).set(tabId, plan));
  }
}

function shownPlan({ raw, sql, table_rows: tableRows, ...plan }: ExplainedPlan, read: typeof readPlan): ShownPlan {
  const { connection_id: connectionId, explained_at: explainedAt } = plan;
  return { plan: read(raw, { tableRows }), raw, sql, connectionId, tableRows, explainedAt };
}
