import { Component, computed, effect, inject, input, output, untracked } from '@angular/core';
import type { HistoryEntry } from '#libs/api';
import { countedText, durationText } from '#libs/results';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { Icon } from '../../../shared/ui/icon/icon';
import { SidebarSection } from '../../../shared/ui/sidebar/sidebar-section';
import { FailedState } from '../../../shared/ui/state/failed-state';
import { LoadingState } from '../../../shared/ui/state/loading-state';
import { MoreButton } from '../../../shared/ui/state/more-button';
import { OutdatedNotice } from '../../../shared/ui/state/outdated-notice';
import { HistoryStore } from '../history.store';
import { shortTime } from '../../../shared/time/short-time';
import { fullText } from '../../../shared/time/time-text';
import { excerptOf } from '../../run/statement-summary';

/** Typing rests this long before the history is searched, in milliseconds. */
const SEARCH_AFTER_MS = 200;

/** The sidebar's History section: the last fifty texts that were run; a click opens one again. */
@Component({
  selector: 'dw-history-section',
  imports: [ConnectionColour, FailedState, Icon, LoadingState, MoreButton, OutdatedNotice, SidebarSection],
  templateUrl: './history-section.html',
  styleUrl: './history-section.css',
})
export class HistorySection {
  /** Grows with each finished run; the list is then read again. */
  readonly finishedRuns = input(0);
  /** The colour of each connection by its id. */
  readonly colours = input<ReadonlyMap<string, string | null>>(new Map());
  readonly opened = output<HistoryEntry>();

  protected readonly store = inject(HistoryStore);
  private timer: ReturnType<typeof setTimeout> | undefined;
  protected readonly items = computed(() => {
    const now = new Date();
    return this.store.list.items().map((entry) => ({
      entry,
      text: excerptOf(entry.sql, 120),
      outcome: outcomeOf(entry),
      hasFailed: entry.status === 'failed' || entry.status === 'unknown',
      time: shortTime(entry.started_at, now),
      colour: this.colours().get(entry.connection_id) ?? null,
      title: `${this.placeOf(entry)}, ${fullText(new Date(entry.started_at))}, ${durationText(entry.elapsed_ms)}\n${excerptOf(entry.sql, 600)}`,
    }));
  });

  protected readonly missingText = computed(() => missingTextOf(this.store.missing()));

  constructor() {
    effect(() => {
      this.finishedRuns();
      untracked(() => void this.store.load());
    });
  }

  /** A connection that is gone is still named: its name says what the text was written for. */
  private placeOf({ connection_id: id, connection_name: name }: HistoryEntry): string {
    return this.colours().has(id) ? name : `${name} (removed)`;
  }

  protected search(text: string): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.store.load(text), SEARCH_AFTER_MS);
  }
}

/** What the list lacks, or null. */
function missingTextOf({ waiting, dropped }: { waiting: number; dropped: number }): string | null {
  if (dropped > 0)
    return `${countedText(dropped, 'statement')} missing: too many ran while the history was unavailable.`;
  return waiting > 0 ? `${countedText(waiting, 'statement')} not listed yet: the state is unavailable.` : null;
}

function outcomeOf({ status, row_count: rows }: HistoryEntry): string {
  if (status === 'failed') return 'failed';
  if (status === 'cancelled') return 'cancelled';
  if (status === 'running') return 'running';
  if (status === 'unknown') return 'outcome unknown';
  return rows === null ? 'done' : countedText(rows, 'row');
}
