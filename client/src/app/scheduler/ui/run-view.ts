import { Component, computed, effect, input, output, signal, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { JobRunDetails } from '#libs/api';
import { bytesText, durationText } from '#libs/results';
import type { Loaded } from '../../shared/http/loaded';
import { isCancelled, isOpen } from '../../shared/runs/run-words';
import { RunState } from '../../shared/runs/ui/run-state';
import { secondsText } from '../../shared/time/time-text';
import { Badge } from '../../shared/ui/badge';
import { CopyButton } from '../../shared/ui/copy-button';
import { Icon } from '../../shared/ui/icon/icon';
import { LoadState } from '../../shared/ui/state/load-state';
import { emptyLogText } from '../data/job-words';
import { RunComparison } from './run-comparison';

/** One run: how far it is or how it ended, what it says, and what it left. */
@Component({
  selector: 'dw-run-view',
  imports: [Badge, CopyButton, Icon, LoadState, RunComparison, RunState],
  template: `
    @let shown = run();
    <p class="head">
      <dw-run-state [run]="shown" />
      <span class="dw-t3">{{ shown.trigger === 'manual' ? 'started manually' : 'started by its trigger' }}</span>
      <span class="dw-grow"></span>
      @if (shown.duration_ms !== null) {
        <span class="dw-mono dw-num">{{ duration() }}</span>
      }
    </p>
    @if (shown.progress; as progress) {
      <div
        class="bar"
        role="progressbar"
        aria-label="Progress of the run"
        [attr.aria-valuenow]="share() ?? null"
        aria-valuemin="0"
        aria-valuemax="100"
      >
        <span [class.open]="share() === null" [style.width.%]="share() ?? 34"></span>
      </div>
      <p class="dw-t2 dw-num">{{ progressText() }}</p>
    }
    @if (shown.error; as error) {
      @if (isCancelled()) {
        <p class="dw-t2">{{ error }}</p>
      } @else {
        <p class="dw-note dw-danger" role="alert"><dw-icon name="circle-x" [size]="14" />{{ error }}</p>
      }
    }
    @if (shown.missed_slots > 0) {
      <p class="dw-t3">
        {{ shown.missed_slots === 1 ? '1 earlier run was' : shown.missed_slots + ' earlier runs were' }} missed.
      </p>
    }
    <div class="row">
      <h3>Log</h3>
      <span class="dw-grow"></span>
      @if (isGoing()) {
        <label class="follow"
          ><input
            type="checkbox"
            class="dw-switch"
            [checked]="follows()"
            (change)="follows.set(!follows())"
          />Follow</label
        >
      }
      @if (!shown.log_hidden) {
        <dw-copy-button label="Copy log" [text]="logText()" />
      }
    </div>
    <div #box class="log dw-mono" tabindex="0" role="log" aria-label="Log of the run">
      @for (line of shown.log; track $index) {
        <p [class]="line.level">
          <span class="dw-t3 dw-num">{{ clock(line.at) }}</span
          ><span>{{ line.text }}</span>
        </p>
      } @empty {
        <p class="dw-t3">{{ noLines() }}</p>
      }
    </div>
    @if (shown.outputs.length + shown.removed_outputs.length > 0) {
      <h3>Outputs</h3>
      <ul class="outputs">
        @for (file of shown.outputs; track file.name) {
          <li>
            <dw-icon name="archive" [size]="14" />
            <span class="dw-mono dw-clip" [title]="file.name">{{ file.name }}</span>
            <span class="dw-grow"></span>
            @if (file.verified) {
              <dw-badge tone="success" title="Restored and compared with the database">Verified</dw-badge>
            } @else if (file.verified === false && isGoing()) {
              <dw-badge tone="line">Verifying</dw-badge>
            } @else if (file.verified === false) {
              <dw-badge tone="warn" title="Its test restore did not succeed">Not verified</dw-badge>
            }
            <span class="dw-mono dw-num size">{{ bytes(file.bytes) }}</span>
            <a
              class="dw-btn dw-ghost dw-icon-only dw-sm"
              download
              [href]="file.href"
              [attr.aria-label]="'Download ' + file.name"
              ><dw-icon name="download" [size]="14"
            /></a>
          </li>
        }
        @for (file of shown.removed_outputs; track file.name) {
          <li class="dw-t3">
            <dw-icon name="archive" [size]="14" />
            <span class="dw-mono dw-clip" [title]="file.name">{{ file.name }}</span>
            <span class="dw-grow"></span>
            <span>Removed</span>
          </li>
        }
      </ul>
    }
    @if (comparison(); as previous) {
      <dw-load-state [source]="previous" what="the previous run" subject="This comparison" [rows]="3" />
      @if (previous.value(); as before) {
        <dw-run-comparison [run]="shown" [before]="before" />
      }
    }
    <p class="row">
      @if (isGoing()) {
        <button type="button" class="dw-btn" (click)="cancelled.emit(shown.id)">
          <dw-icon name="square" [size]="14" />Cancel run
        </button>
      }
      <span class="dw-grow"></span>
      @if (hasBefore()) {
        <button
          type="button"
          class="dw-btn dw-ghost"
          [attr.aria-pressed]="comparison() !== null"
          (click)="comparisonAsked.emit(comparison() === null)"
        >
          Compare with previous run
        </button>
      }
    </p>
  `,
  styleUrl: './run-view.css',
})
export class RunView {
  readonly run = input.required<JobRunDetails>();
  /** Whether there is a run before it to compare it with. */
  readonly hasBefore = input(false);
  /** The run before it, while the two are compared. */
  readonly comparison = input<Loaded<JobRunDetails> | null>(null);
  readonly cancelled = output<string>();
  readonly comparisonAsked = output<boolean>();

  protected readonly follows = signal(true);
  private readonly box = viewChild<ElementRef<HTMLElement>>('box');
  protected readonly isGoing = computed(() => isOpen(this.run().status));
  protected readonly isCancelled = computed(() => isCancelled(this.run()));
  protected readonly duration = computed(() => durationText(this.run().duration_ms ?? 0));
  protected readonly share = computed(() => {
    const progress = this.run().progress;
    return progress?.total ? Math.min(100, Math.round((progress.done / progress.total) * 100)) : null;
  });
  protected readonly progressText = computed(() => {
    const progress = this.run().progress;
    if (progress === null) return '';
    const show = (value: number): string => (progress.unit === 'bytes' ? bytesText(value) : value.toLocaleString('en'));
    const unit = progress.unit === 'bytes' ? '' : ` ${progress.unit}`;
    return progress.total === null
      ? `${show(progress.done)}${unit}`
      : `${show(progress.done)} of about ${show(progress.total)}${unit}`;
  });
  protected readonly logText = computed(() =>
    this.run()
      .log.map(({ at, text }) => `${at} ${text}`)
      .join('\n'),
  );
  protected readonly noLines = computed(() => emptyLogText(this.run()));
  protected readonly bytes = bytesText;

  constructor() {
    effect(() => {
      const lines = this.run().log.length;
      const box = this.box()?.nativeElement;
      if (box && lines > 0 && this.isGoing() && this.follows())
        queueMicrotask(() => (box.scrollTop = box.scrollHeight));
    });
  }

  protected clock(at: string): string {
    return secondsText(new Date(at));
  }
}
