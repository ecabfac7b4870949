import { Component, input, output } from '@angular/core';
import { Icon } from '../../shared/ui/icon/icon';
import type { AuditFilter, AuditFilterField } from '../data/audit-filter';
import { ACTION_WORDS, OUTCOME_WORDS, OUTCOMES } from '../data/audit-words';

/** The limits of the list, one control each; a text takes effect on Enter or when it is left. */
@Component({
  selector: 'dw-audit-filter-bar',
  imports: [Icon],
  templateUrl: './audit-filter-bar.html',
  styleUrl: './audit-filter-bar.css',
})
export class AuditFilterBar {
  readonly filter = input.required<AuditFilter>();
  /** How many limits there are. */
  readonly limits = input.required<number>();
  readonly changed = output<Partial<AuditFilter>>();
  readonly cleared = output();

  protected readonly actions = Object.entries(ACTION_WORDS);
  protected readonly outcomes = OUTCOMES;
  protected readonly outcomeWords = OUTCOME_WORDS;

  protected change(field: AuditFilterField, event: Event): void {
    const value = (event.target as HTMLInputElement | HTMLSelectElement).value.trim();
    if (value !== this.filter()[field]) this.changed.emit({ [field]: value });
  }
}
