import { afterRenderEffect, Component, computed, input, linkedSignal, output, viewChild } from '@angular/core';
import type { ElementRef } from '@angular/core';
import type { SchemaChange } from '#libs/api';
import { changeLead } from '#libs/catalog';
import { Badge } from '../../../shared/ui/badge';
import { Icon } from '../../../shared/ui/icon/icon';
import { clockText } from '../../../shared/time/time-text';
import type { DiffTable } from '../../data/diff-tables';
import { canBreak } from '../../data/impact-groups';
import { counted } from '../../data/watch-words';
import { ChangeImpactList } from './change-impact';
import { DiffTables } from './diff-tables';

/** What one check found: a sentence of it all, and the diff by table when it is opened. */
@Component({
  selector: 'dw-change-record',
  imports: [Badge, ChangeImpactList, DiffTables, Icon],
  templateUrl: './change-record.html',
  styleUrl: './change-record.css',
})
export class ChangeRecord {
  readonly change = input.required<SchemaChange>();
  readonly tables = input.required<readonly DiffTable[]>();
  /** A violation began or grew with it, which may have ended since. */
  readonly brokeContract = input.required<boolean>();
  readonly opensAtFirst = input.required<boolean>();
  /** Another object each time that it is to come into sight. */
  readonly picked = input.required<object | null>();
  /** What was picked is in sight, and has had the focus. */
  readonly reached = output();

  protected readonly isOpen = linkedSignal(() => this.opensAtFirst());
  protected readonly clock = computed(() => clockText(new Date(this.change().detected_at)));
  private readonly breakages = computed(
    () => this.tables().flatMap(({ lines }) => lines.filter(({ breaksContract }) => breaksContract)).length,
  );
  protected readonly breaksContract = computed(() => this.breakages() > 0);
  protected readonly summary = computed(() => changeLead(this.change().changes) || this.change().summary);
  protected readonly heading = computed(() => {
    const changes = counted(this.change().changes.length, 'change');
    const breakages = this.breakages();
    if (breakages === 0) return changes;
    return `${changes}, ${breakages} ${breakages === 1 ? 'breaks' : 'break'} the contract`;
  });
  protected readonly canBreak = computed(() => canBreak(this.change()));
  protected readonly diffId = computed(() => `diff-${this.change().id}`);
  private readonly button = viewChild.required<ElementRef<HTMLButtonElement>>('button');

  constructor() {
    afterRenderEffect(() => {
      if (this.picked() === null) return;
      this.isOpen.set(true);
      this.button().nativeElement.focus();
      this.button().nativeElement.scrollIntoView({ block: 'start' });
      this.reached.emit();
    });
  }
}
