import { computed, effect, inject, Service, signal, untracked } from '@angular/core';
import type { Connection, WritesAnswer } from '#libs/api';
import { changesData } from '#libs/sql';
import type { SqlDialect } from '#libs/sql';
import { EditorApi } from '../../shared/editor/editor-api';
import { ActiveConnection } from '../tabs/active-connection';
import { TabsStore } from '../tabs/tabs.store';

/** A text is judged once it has stayed the same for so long, in milliseconds; a long one is reported less often than others. */
const QUIET_MS = 600;
/** A longer text is not judged as one types, in characters. */
const MAX_JUDGED = 1_000_000;

/** The text of a tab on a connection. */
interface TabText {
  readonly tabId: string;
  readonly connectionId: string;
  readonly dialect: SqlDialect;
  readonly sql: string;
}

/** What was judged last, whatever has been typed since: the button stays while one types on. */
interface Judgement extends Pick<TabText, 'tabId' | 'connectionId'> {
  readonly verdict: WritesAnswer['verdict'];
}

/** Whether what a text writes can be shown before it runs: the engine rehearses statements, and the person may write. */
export function canPreviewChanges(connection: Connection | null): boolean {
  if (connection?.writes !== 'direct' || connection.access === 'query') return false;
  return connection.capabilities.statement_changes;
}

/** Whether the text of the tab in front writes, by the judgement of its engine. */
@Service()
export class WritingText {
  private readonly api = inject(EditorApi);
  private readonly tabs = inject(TabsStore);
  private readonly connection = inject(ActiveConnection);
  private readonly judgement = signal<Judgement | null>(null);
  private readonly text = computed<TabText | null>(
    () => {
      const [tab, connection] = [this.tabs.active(), this.connection.value()];
      if (!tab || connection === null || !this.canPreview()) return null;
      return { tabId: tab.id, connectionId: connection.id, dialect: this.connection.dialect(), sql: tab.sql };
    },
    { equal: (a, b) => a?.sql === b?.sql && a?.tabId === b?.tabId && a?.connectionId === b?.connectionId },
  );

  /** Whether the connection of the tab in front can show what a text writes before it runs. */
  readonly canPreview = computed(() => canPreviewChanges(this.connection.value()));
  readonly isWriting = computed(() => {
    const [text, judged] = [this.text(), this.judgement()];
    if (text === null || judged?.verdict !== 'writes' || text.sql.trim() === '') return false;
    return judged.tabId === text.tabId && judged.connectionId === text.connectionId;
  });

  constructor() {
    effect((onCleanup) => {
      const text = this.text();
      if (text === null) return;
      // Nothing but the timer for a text that is typed on: to abort costs more than all else here.
      let judging: AbortController | null = null;
      const timer = setTimeout(() => {
        const stop = new AbortController();
        judging = stop;
        void untracked(() => this.judge(text, stop.signal));
      }, QUIET_MS);
      onCleanup(() => {
        clearTimeout(timer);
        judging?.abort();
      });
    });
  }

  /** Queries are most of what is typed, and need no answer of the server. What cannot be judged does not count as writing. */
  private async judge({ tabId, connectionId, dialect, sql }: TabText, stop: AbortSignal): Promise<void> {
    const mayWrite = sql.length <= MAX_JUDGED && changesData(sql, dialect);
    const request = { connection_id: connectionId, sql };
    const { verdict } = mayWrite
      ? await this.api.writes(request, stop).catch(() => ({ verdict: 'unknown' as const }))
      : { verdict: 'reads' as const };
    if (!stop.aborted) this.judgement.set({ tabId, connectionId, verdict });
  }
}
