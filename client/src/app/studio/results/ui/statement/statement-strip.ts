import { afterRenderEffect, Component, computed, ElementRef, inject, input, output } from '@angular/core';
import type { StatementResult } from '#libs/api';
import { countedText } from '#libs/results';
import { Icon } from '../../../../shared/ui/icon/icon';
import { commandOf, excerptOf, outcomeOf } from '../../../run/statement-summary';

/** The statements of one run side by side, each with what it gave; arrows move between them. */
@Component({
  selector: 'dw-statement-strip',
  imports: [Icon],
  templateUrl: './statement-strip.html',
  styleUrl: './statement-strip.css',
})
export class StatementStrip {
  readonly statements = input.required<readonly StatementResult[]>();
  readonly selected = input.required<number>();
  readonly chosen = output<number>();

  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly items = computed(() =>
    this.statements().map((statement) => ({
      index: statement.index,
      number: statement.index + 1,
      command: commandOf(statement),
      outcome: outcomeOf(statement),
      status: statement.status,
      ...messagesOf(statement),
      title: excerptOf(statement.sql, 200),
    })),
  );

  private readonly count = computed(() => this.items().length);

  constructor() {
    afterRenderEffect(() => {
      this.selected();
      this.count();
      this.selectedTab()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  }

  private selectedTab(): HTMLElement | null {
    return this.host.querySelector<HTMLElement>('[aria-selected="true"]');
  }

  protected press(event: KeyboardEvent, index: number): void {
    const indexes = this.statements().map((statement) => statement.index);
    const at = indexes.indexOf(index);
    const targets: Partial<Record<string, number>> = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      Home: 0,
      End: indexes.length - 1,
    };
    const target = indexes[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    this.chosen.emit(target);
    setTimeout(() => this.selectedTab()?.focus());
  }
}

/** How many messages the database sent with a statement, and whether one of them is a warning. */
function messagesOf({ notices }: StatementResult): { messages: number; hasWarning: boolean; messagesText: string } {
  const messages = notices.length;
  const hasWarning = notices.some(({ severity }) => severity === 'WARNING');
  return { messages, hasWarning, messagesText: countedText(messages, 'message') };
}
