import { Component, computed, inject, input, output, signal, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { ContractView, ContractViolation, SchemaChange, SchemaWatchStatus } from '#libs/api';
import { causesViolation } from '#libs/contracts';
import { KeyGroups } from '../../../shared/keys/key-groups';
import { isTyping } from '../../../shared/keys/key-names';
import { listenOnDocument } from '../../../shared/keys/listen-on-document';
import { shownZoneName } from '../../../shared/time/time-display';
import { Icon } from '../../../shared/ui/icon/icon';
import { Segments } from '../../../shared/ui/segments';
import type { Segment } from '../../../shared/ui/segments';
import { EmptyState } from '../../../shared/ui/state/empty-state';
import { ApiProblem } from '../../../shared/http/api-problem';
import { LoadState } from '../../../shared/ui/state/load-state';
import { changeDays } from '../../data/change-days';
import type { ChangeList } from '../../data/change-list';
import { diffTables } from '../../data/diff-tables';
import { breakingTimes } from '../../data/violation-history';
import { breakingTables, matchingTables, PERIODS } from '../../data/watch-filter';
import type { Period } from '../../data/watch-filter';
import { counted } from '../../data/watch-words';
import { unchangedHeading } from '../../data/unchanged-heading';
import { ChangeRecord } from './change-record';

/** A snapshot whose changes are to come into sight. */
export interface PickedSnapshot {
  readonly id: string;
  /** ISO 8601. */
  readonly takenAt: string;
}

/** What moved, newest first, by the day on which it was found. */
@Component({
  selector: 'dw-change-timeline',
  imports: [ChangeRecord, EmptyState, Icon, LoadState, Segments],
  templateUrl: './change-timeline.html',
  styleUrl: './change-timeline.css',
})
export class ChangeTimeline {
  readonly changes = input.required<ChangeList>();
  readonly status = input.required<SchemaWatchStatus | null>();
  readonly contract = input.required<ContractView | null>();
  readonly violations = input.required<readonly ContractViolation[]>();
  /** When the oldest snapshot was taken that is kept, ISO 8601; null while it is not known. */
  readonly firstAt = input<string | null>(null);
  readonly period = input.required<Period>();
  readonly search = input.required<string>();
  readonly onlyBreaking = input.required<boolean>();
  readonly isRunning = input.required<boolean>();
  readonly picked = input.required<PickedSnapshot | null>();
  /** What was picked is in sight, and has had the focus. */
  readonly reached = output();
  readonly periodChosen = output<Period>();
  readonly searched = output<string>();
  readonly breakingChosen = output<boolean>();
  /** A check is asked for, where there was none yet. */
  readonly checked = output();

  protected readonly periods: readonly Segment<Period>[] = PERIODS.map((value) => ({ value, label: `${value} days` }));
  private readonly isBehindBreakage = computed(() => causesViolation(this.contract()?.violation?.items ?? []));
  private readonly breakingTimes = computed(() => breakingTimes(this.violations()));
  protected readonly records = computed(() =>
    this.changes()
      .items()
      .map((change) => ({
        change,
        detected_at: change.detected_at,
        brokeContract: this.breakingTimes().has(Date.parse(change.detected_at)),
        tables: diffTables(change, this.isFromAfterFreeze(change) ? this.isBehindBreakage() : () => false),
      })),
  );
  protected readonly shown = computed(() =>
    this.records().map((record) => {
      const tables = this.onlyBreaking() ? breakingTables(record.tables) : record.tables;
      return { ...record, tables: matchingTables(tables, this.search()) };
    }),
  );
  protected readonly days = computed(() => changeDays(this.shown(), new Date()));
  protected readonly newestId = computed(() => this.shown()[0]?.change.id ?? null);
  protected readonly countText = computed(() => {
    const changes = this.onlyBreaking() ? 'with breaking changes' : 'with changes';
    return `${counted(this.changes().total(), 'check')} ${this.search().trim() === '' ? changes : 'with a match'}`;
  });
  /** Why older ones could not be read; empty where nothing went wrong. */
  protected readonly olderProblem = signal('');
  protected readonly isNew = computed(() => this.status() !== null && this.status()?.snapshot === null);

  protected readonly unchanged = computed(() => unchangedHeading(this.firstAt(), Number(this.period()), new Date()));

  private readonly box = viewChild.required<ElementRef<HTMLInputElement>>('box');

  constructor() {
    listenOnDocument('keydown', (event) => this.onKey(event));
    inject(KeyGroups).add({ name: 'Schema Watch', keys: [['/', 'Find in changes']] });
  }

  /** Puts the focus into the search on `/`, unless text is typed or something lies above the page. */
  private onKey(event: KeyboardEvent): void {
    const isOurs = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (!isOurs || isTyping(event.target) || (event.target as Element).closest('.cdk-overlay-container')) return;
    event.preventDefault();
    this.box().nativeElement.focus();
  }

  protected async loadOlder(): Promise<void> {
    this.olderProblem.set('');
    try {
      await this.changes().loadOlder();
    } catch (error) {
      this.olderProblem.set(ApiProblem.from(error).detail);
    }
  }

  protected get timeZone(): string {
    return shownZoneName();
  }

  /** What was found before the contract was frozen is what the contract expects. */
  private isFromAfterFreeze({ detected_at: at }: SchemaChange): boolean {
    const contract = this.contract();
    return contract !== null && Date.parse(at) >= Date.parse(contract.contract.frozen_at);
  }
}
