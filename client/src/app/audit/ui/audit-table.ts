import { Component, input, linkedSignal } from '@angular/core';
import type { AuditEntry } from '#libs/api';
import { Moment } from '../../shared/time/moment';
import { Icon } from '../../shared/ui/icon/icon';
import { IconButton } from '../../shared/ui/icon-button';
import { actionText, actorText, detailText, keyLabel, objectText, OUTCOME_WORDS } from '../data/audit-words';

/** The entries, newest first; each opens to everything that was written down of it. */
@Component({
  selector: 'dw-audit-table',
  imports: [Icon, IconButton, Moment],
  templateUrl: './audit-table.html',
  styleUrl: './audit-table.css',
})
export class AuditTable {
  readonly entries = input.required<readonly AuditEntry[]>();

  /** The entry that is open; kept while entries come, given up when it is not among them any more. */
  protected readonly openSequence = linkedSignal<readonly AuditEntry[], number | null>({
    source: this.entries,
    computation: (entries, previous) =>
      entries.some(({ sequence }) => sequence === previous?.value) ? (previous?.value ?? null) : null,
  });
  protected readonly actionText = actionText;
  protected readonly actorText = actorText;
  protected readonly objectText = objectText;
  protected readonly labelOf = keyLabel;
  protected readonly outcomeWords = OUTCOME_WORDS;

  protected toggle({ sequence }: AuditEntry): void {
    this.openSequence.update((open) => (open === sequence ? null : sequence));
  }

  protected factsOf({ sequence, action, actor, object, details, hash }: AuditEntry): [string, string][] {
    const facts = Object.entries(details).map(([name, value]): [string, string] => [keyLabel(name), detailText(value)]);
    const by = actor ? [actor.kind, actor.user_id, ...(actor.token_id ? [`token ${actor.token_id}`] : [])] : [];
    return [
      ['Action', action],
      ['Actor', by.length > 0 ? by.join(', ') : 'Unknown user'],
      ['Object', [object.kind, object.id].filter((part) => part !== '').join(', ')],
      ...facts,
      ['Entry', String(sequence)],
      ['Hash', hash],
    ];
  }
}
