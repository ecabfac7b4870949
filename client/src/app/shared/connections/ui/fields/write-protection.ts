import { Component, computed, input, output } from '@angular/core';
import type { ConnectionChange, ConnectionForm } from '../../connection-form';

interface WriteSwitch {
  readonly field: 'readOnly' | 'isReviewed' | 'isManualCommit' | 'confirmsDestructive';
  readonly name: string;
  readonly text: string;
}

const READ_ONLY: WriteSwitch = {
  field: 'readOnly',
  name: 'Read-only',
  text: 'Statements that would change data are refused.',
};
const REVIEWED: WriteSwitch = {
  field: 'isReviewed',
  name: 'Review writes',
  text: 'Statements that change data become change sets, which another person approves.',
};
const WRITABLE: readonly WriteSwitch[] = [
  {
    field: 'isManualCommit',
    name: 'Manual commit',
    text: 'The first statement of a tab opens a transaction. End it with Commit or Roll back.',
  },
  {
    field: 'confirmsDestructive',
    name: 'Confirm destructive statements',
    text: 'Asks before DROP, TRUNCATE, and DELETE or UPDATE of all rows. Turn off for a playground.',
  },
];

/** Switches for what statements may do on a connection: read-only, reviewed, or writable with manual commit and confirmation. */
@Component({
  selector: 'dw-write-protection',
  template: `
    @for (one of switches(); track one.field) {
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          class="dw-switch"
          [checked]="form()[one.field]"
          (change)="changed.emit({ field: one.field, value: !form()[one.field] })"
        />
        <span>
          <span class="name">{{ one.name }}</span>
          <span class="dw-dense dw-t3">{{ one.text }}</span>
        </span>
      </label>
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    .switch {
      display: flex;
      gap: 10px;
      align-items: flex-start;
    }
    .switch > input {
      margin-top: 2px;
    }
    .switch .name {
      display: block;
    }
  `,
})
export class WriteProtection {
  readonly form = input.required<ConnectionForm>();
  readonly changed = output<ConnectionChange>();

  protected readonly switches = computed(() => switchesOf(this.form()));
}

/** Only those that matter as the others are set. */
function switchesOf({ readOnly, isReviewed, hasChangeSets }: ConnectionForm): readonly WriteSwitch[] {
  if (readOnly) return [READ_ONLY];
  const review = hasChangeSets || isReviewed ? [REVIEWED] : [];
  return isReviewed ? [READ_ONLY, ...review] : [READ_ONLY, ...review, ...WRITABLE];
}
