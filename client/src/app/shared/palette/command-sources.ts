import { DestroyRef, inject, Service, signal } from '@angular/core';
import type { Findable } from '#libs/palette';
import type { IconName } from '../ui/icon/icon';

/** What the words at the right of a command say it is. */
export type CommandKind = 'action' | 'place' | 'tab' | 'connection' | 'table' | 'view' | 'query' | 'file';

/** Something that the palette finds and does. */
export interface Command extends Findable {
  readonly id: string;
  readonly kind: CommandKind;
  readonly icon?: IconName;
  /** A key combination that does the same. */
  readonly keys?: string;
  /** The colour of its connection. */
  readonly colour?: string | null;
  /** Why it cannot be done now. */
  readonly refusal?: string | null;
  readonly run: () => void;
}

/** Lists commands as they are now; called when the palette opens. */
export type CommandSource = () => readonly Command[] | Promise<readonly Command[]>;

/** Who brings commands to the palette: each area for as long as it is on the page. */
@Service()
export class CommandSources {
  private readonly added = signal<readonly CommandSource[]>([]);
  readonly sources = this.added.asReadonly();

  /** Lists a source for as long as the caller lives; call it in an injection context. */
  add(source: CommandSource): void {
    this.added.update((sources) => [...sources, source]);
    inject(DestroyRef).onDestroy(() => this.added.update((sources) => sources.filter((other) => other !== source)));
  }
}
