import { DialogRef } from '@angular/cdk/dialog';
import { afterRenderEffect, Component, computed, ElementRef, inject, signal } from '@angular/core';
import { fieldMove } from '#libs/lists';
import { findCommands, groupInOrder, prepareCommands } from '#libs/palette';
import { ConnectionColour } from '../connections/ui/connection-colour';
import { keySequence } from '../keys/key-names';
import { DIALOG_HEADING_ID } from '../ui/dialog/dialog-heading-id';
import { Icon } from '../ui/icon/icon';
import { CommandSources } from './command-sources';
import type { Command, CommandKind } from './command-sources';
import { MarkedTitle } from './marked-title';

/** More are never shown: typing on finds the others. */
const SHOWN = 60;

const HEADINGS: Record<CommandKind, string> = {
  action: 'Commands',
  place: 'Go to',
  tab: 'Tabs',
  connection: 'Connections',
  table: 'Tables',
  view: 'Views',
  query: 'Saved queries',
  file: 'Files',
};

/** Finds every action, tab, connection, table and saved query by a few letters. Closes with the command to run. */
@Component({
  selector: 'dw-palette',
  imports: [ConnectionColour, Icon, MarkedTitle],
  templateUrl: './palette.html',
  styleUrls: ['./search-dialog.css', './palette.css'],
  host: { class: 'dw-dialog', '(keydown)': 'press($event)' },
})
export class Palette {
  private readonly dialog = inject<DialogRef<Command>>(DialogRef);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  protected readonly headingId = inject(DIALOG_HEADING_ID);
  private readonly commands = signal<readonly Command[]>([]);
  private readonly prepared = computed(() => prepareCommands(this.commands()));
  private readonly waiting = signal(0);

  protected readonly typed = signal('');
  protected readonly at = signal(0);
  protected readonly isLoading = computed(() => this.waiting() > 0);
  /** In groups, of which the first one has the best of all. */
  protected readonly found = computed(() =>
    groupInOrder(findCommands(this.prepared(), this.typed(), SHOWN), kindOf)
      .flatMap(({ items }) => items)
      .map((command, index) => ({ command, index, id: `palette-${index}`, keys: keySequence(command.keys ?? '') })),
  );
  protected readonly groups = computed(() => groupInOrder(this.found(), ({ command }) => kindOf(command)));
  protected readonly headings = HEADINGS;
  protected readonly activeId = computed(() => this.found()[this.at()]?.id ?? null);

  constructor() {
    for (const source of inject(CommandSources).sources()) void this.take(source());
    afterRenderEffect(() => {
      const id = this.activeId();
      if (id !== null) this.host.querySelector(`#${id}`)?.scrollIntoView({ block: 'nearest' });
    });
  }

  protected type(event: Event): void {
    this.typed.set((event.target as HTMLInputElement).value);
    this.at.set(0);
  }

  protected press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const move = fieldMove(event.key, this.typed(), { at: this.at(), count: this.found().length });
    if (move !== null) this.at.set(move);
    else if (event.key === 'Enter') this.choose(this.found()[this.at()]?.command);
    else return;
    event.preventDefault();
  }

  protected choose(command: Command | undefined): void {
    if (command && !command.refusal) this.dialog.close(command);
  }

  private async take(commands: readonly Command[] | Promise<readonly Command[]>): Promise<void> {
    this.waiting.update((count) => count + 1);
    // A source that cannot answer has said so where it is used.
    const list = await Promise.resolve(commands).catch(() => []);
    this.commands.update((known) => [...known, ...list]);
    this.waiting.update((count) => count - 1);
  }
}

function kindOf({ kind }: Command): CommandKind {
  return kind;
}
