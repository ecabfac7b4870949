import { Component, computed, input, output } from '@angular/core';
import type { ContractViolation, KeptSnapshot } from '#libs/api';
import type { Loaded } from '../../../shared/http/loaded';
import { shortTime } from '../../../shared/time/short-time';
import { LoadState } from '../../../shared/ui/state/load-state';
import { Tooltip } from '../../../shared/ui/tooltip';
import { snapshotBars } from '../../data/snapshot-bars';
import { counted } from '../../data/watch-words';

/** The snapshots that are kept, a bar each: which found something, how much, and which broke the contract. */
@Component({
  selector: 'dw-snapshot-strip',
  imports: [LoadState, Tooltip],
  template: `
    @if (snapshots().problem() !== null) {
      <div class="state">
        <dw-load-state [source]="snapshots()" what="snapshots" subject="The list of snapshots" />
      </div>
    }
    @if (bars().length > 0) {
      <div class="words">
        <h2 id="strip-title">{{ heading() }}</h2>
        <p class="dw-num">{{ range() }}</p>
      </div>
      <ol aria-labelledby="strip-title">
        @for (bar of bars(); track bar.id) {
          <li>
            @if (bar.changeCount > 0) {
              <button
                type="button"
                [attr.aria-label]="bar.time + ': ' + bar.words"
                [dwTooltip]="bar.time + ': ' + bar.words"
                (click)="picked.emit(bar)"
              >
                <i [class]="bar.tone" [style.height.px]="bar.height"></i>
              </button>
            } @else {
              <span [dwTooltip]="bar.time + ': ' + bar.words">
                <i [class]="bar.tone" [style.height.px]="bar.height"></i>
                <span class="cdk-visually-hidden">{{ bar.time }}: {{ bar.words }}</span>
              </span>
            }
          </li>
        }
      </ol>
    }
  `,
  styleUrl: './snapshot-strip.css',
})
export class SnapshotStrip {
  readonly snapshots = input.required<Loaded<readonly KeptSnapshot[]>>();
  readonly violations = input.required<readonly ContractViolation[]>();
  /** A snapshot whose changes are to be shown. */
  readonly picked = output<{ readonly id: string; readonly takenAt: string }>();

  protected readonly bars = computed(() => {
    const now = new Date();
    return snapshotBars(this.snapshots().value() ?? [], this.violations()).map((bar) => {
      return { ...bar, time: shortTime(bar.takenAt, now) };
    });
  });
  protected readonly heading = computed(() => {
    const count = this.bars().length;
    return count === 1 ? 'First snapshot' : `Last ${counted(count, 'snapshot')}`;
  });
  protected readonly range = computed(() => {
    const [first, last] = [this.bars()[0], this.bars().at(-1)];
    return first === undefined || first === last ? (first?.time ?? '') : `${first.time} to ${last?.time ?? ''}`;
  });
}
