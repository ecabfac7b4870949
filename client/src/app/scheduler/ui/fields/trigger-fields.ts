import { Component, computed, input, output } from '@angular/core';
import { nextRuns, readTrigger, triggerText } from '#libs/triggers';
import { ownZone, shownZoneName } from '../../../shared/time/time-display';
import { weekdayTimeText } from '../../../shared/time/time-text';
import { Field } from '../../../shared/ui/field/field';
import { FieldControl } from '../../../shared/ui/field/field-control';
import { Icon } from '../../../shared/ui/icon/icon';
import { Segments } from '../../../shared/ui/segments';
import { triggerOf } from '../../data/job-draft';
import type { TriggerDraft } from '../../data/job-draft';

const SHOWN_RUNS = 5;

/** When a job runs: the same fields for every kind, with the next five runs as one types. */
@Component({
  selector: 'dw-trigger-fields',
  imports: [Field, FieldControl, Icon, Segments],
  templateUrl: './trigger-fields.html',
  styleUrl: './trigger-fields.css',
})
export class TriggerFields {
  readonly draft = input.required<TriggerDraft>();
  readonly error = input<string | null | undefined>(null);
  readonly changed = output<Partial<TriggerDraft>>();
  /** The trigger was typed and left. */
  readonly left = output();

  /** The zone of times that are entered here. */
  protected get zone(): string {
    return shownZoneName();
  }
  protected readonly zones = [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  protected readonly units = ['seconds', 'minutes', 'hours'] as const;
  protected readonly types = [
    { value: 'cron', label: 'Cron' },
    { value: 'interval', label: 'Interval' },
    { value: 'once', label: 'One time' },
  ] as const;
  protected readonly preview = computed(() => {
    const now = Date.now();
    const reading = readTrigger(triggerOf(this.draft()), now);
    if (reading.kind === 'invalid') return { text: reading.fault.detail, runs: [], isWrong: true };
    const runs = nextRuns(reading.trigger, now, now, SHOWN_RUNS).map((at) => weekdayTimeText(new Date(at)));
    return { text: triggerText(reading.trigger), runs, isWrong: false };
  });

  protected pickUnit(unit: string): void {
    this.changed.emit({ unit: this.units.find((one) => one === unit) ?? 'minutes' });
  }
}
