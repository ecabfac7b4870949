import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { WritableSignal } from '@angular/core';
import type { CopilotEvent, CopilotPayload, CopilotSqlRequest, CopilotStatus, CopilotTurn } from '#libs/api';
import { ApiClient } from '../../shared/http/api-client';
import { ApiProblem } from '../../shared/http/api-problem';
import { Loaded } from '../../shared/http/loaded';
import { Identity } from '../../shared/identity/identity';
import { isBoolean, storedSignal } from '../../shared/storage/stored-signal';
import { withEvent } from './copilot-talk';
import type { CopilotEntry } from './copilot-talk';
import { postForEvents } from './event-stream';
import { TabsStore } from '../tabs/tabs.store';

/** The conversations with the Copilot, one for each tab, and whether its panel is open. */
@Service()
export class CopilotStore {
  private readonly api = inject(ApiClient);
  private readonly tabs = inject(TabsStore);
  private readonly talks = signal<ReadonlyMap<string, readonly CopilotEntry[]>>(new Map());
  private readonly asking = new Map<string, AbortController>();
  private readonly typed = signal<ReadonlyMap<string, string>>(new Map());
  /** The panel was opened, and has not been drawn since. */
  private isOpening = false;
  readonly status = new Loaded<CopilotStatus>(() => this.api.get('/api/copilot'));
  readonly isOpen = storedSignal(inject(Identity).personalKey('dw.studio.copilot'), false, isBoolean);

  readonly entries = computed(() => this.talks().get(this.tabs.activeId() ?? '') ?? []);
  /** What is typed for the tab in front and not asked yet; it outlives the panel. */
  readonly question = computed(() => this.typed().get(this.tabs.activeId() ?? '') ?? '');
  readonly isAsking = computed(() => this.entries().at(-1)?.phase === 'asking');

  constructor() {
    effect(() => {
      const open = new Set(this.tabs.tabs().map(({ id }) => id));
      untracked(() => this.keepOnly(open));
    });
  }

  /** Opens or closes the panel. */
  toggle(isOpen: boolean): void {
    this.isOpening = isOpen && !this.isOpen();
    this.isOpen.set(isOpen);
    if (isOpen) void this.status.load();
  }

  /** Whether the panel that is drawn now was opened by an action: its field takes the focus, once. */
  takeOpening(): boolean {
    const { isOpening } = this;
    this.isOpening = false;
    return isOpening;
  }

  /** Notes what is typed for the tab in front. */
  type(question: string): void {
    const tabId = this.tabs.activeId();
    if (tabId !== null) this.typed.update((typed) => new Map(typed).set(tabId, question));
  }

  /** Whether a person may ask about a connection, as far as that is known. */
  isOnFor(connectionId: string | null): boolean {
    const status = this.status.value();
    const level = connectionId === null ? undefined : status?.connections[connectionId];
    return status?.is_on === true && level !== undefined && level !== 'off';
  }

  /** Opens the panel and asks what is wrong with a statement that failed. */
  fix(connectionId: string, sql: string, error: string): void {
    this.toggle(true);
    void this.ask({ connection_id: connectionId, task: 'fix', question: '', sql, error });
  }

  /** The request of a question with the turns before it. */
  withTurns(request: CopilotSqlRequest): CopilotSqlRequest {
    const turns = this.entries().flatMap(turnsOf);
    return turns.length === 0 ? request : { ...request, turns };
  }

  /** Asks on behalf of the tab in front. Nothing of the answer is run, and the editor stays as it is. */
  async ask(request: CopilotSqlRequest): Promise<void> {
    const tabId = this.tabs.activeId();
    if (tabId === null || this.isAsking()) return;
    const whole = this.withTurns(request);
    const entry: CopilotEntry = {
      ...{ request, text: '', phase: 'asking', sent: null, repair: null, offer: null, failure: null },
    };
    this.change(tabId, (entries) => [...entries, entry]);
    const stop = new AbortController();
    this.asking.set(tabId, stop);
    const take = (event: CopilotEvent): void => this.changeLast(tabId, (last) => withEvent(last, event));
    try {
      await postForEvents('/api/copilot/sql', whole, stop.signal, take);
      this.changeLast(tabId, (last) => (last.phase === 'asking' ? cutOff(last) : last));
    } catch (error) {
      const failure = stop.signal.aborted ? null : ApiProblem.from(error).detail;
      this.changeLast(tabId, (last) => ({ ...last, phase: failure === null ? 'stopped' : 'failed', failure }));
    } finally {
      this.asking.delete(tabId);
    }
  }

  /** Stops the answer that streams. */
  stop(): void {
    this.asking.get(this.tabs.activeId() ?? '')?.abort();
  }

  /** Begins a conversation anew. */
  clear(): void {
    this.stop();
    const tabId = this.tabs.activeId();
    if (tabId !== null) this.change(tabId, () => []);
  }

  /** Exactly what a question would send. Rejects with an `ApiProblem`. */
  payload(request: CopilotSqlRequest): Promise<CopilotPayload> {
    return this.api.post('/api/copilot/sql/payload', { body: this.withTurns(request) });
  }

  /** Answers to closed tabs stop, and their conversations go. */
  private keepOnly(open: ReadonlySet<string>): void {
    for (const [id, stop] of this.asking) if (!open.has(id)) stop.abort();
    keep(this.talks, open);
    keep(this.typed, open);
  }

  private changeLast(tabId: string, change: (entry: CopilotEntry) => CopilotEntry): void {
    if (this.talks().has(tabId))
      this.change(tabId, (entries) => entries.map((entry, at) => (at === entries.length - 1 ? change(entry) : entry)));
  }

  private change(tabId: string, change: (entries: readonly CopilotEntry[]) => readonly CopilotEntry[]): void {
    this.talks.update((talks) => new Map(talks).set(tabId, change(talks.get(tabId) ?? [])));
  }
}

function keep<T>(byTab: WritableSignal<ReadonlyMap<string, T>>, open: ReadonlySet<string>): void {
  if ([...byTab().keys()].every((id) => open.has(id))) return;
  byTab.update((known) => new Map([...known].filter(([id]) => open.has(id))));
}

function cutOff(entry: CopilotEntry): CopilotEntry {
  return { ...entry, phase: 'failed', failure: 'The answer is incomplete.' };
}

/** What a button asks without a question of its own. */
const TASK_WORDS = { write: 'Continue', explain: 'Explain this statement', fix: 'Fix this statement' } as const;

/** What of an earlier entry goes with the next question: only what was answered whole. */
function turnsOf({ request, text, phase, offer }: CopilotEntry): CopilotTurn[] {
  if (phase !== 'done') return [];
  const about = request.sql ? { sql: request.sql } : {};
  const answered = offer === null ? text : `${text}\n\n\`\`\`sql\n${offer.sql}\n\`\`\``;
  return [
    { role: 'user', text: request.question === '' ? TASK_WORDS[request.task] : request.question, ...about },
    { role: 'assistant', text: answered },
  ];
}
