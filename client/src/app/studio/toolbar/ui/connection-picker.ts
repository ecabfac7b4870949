import type { ElementRef } from '@angular/core';
import {
  afterNextRender,
  Component,
  computed,
  inject,
  Injector,
  input,
  linkedSignal,
  output,
  signal,
  viewChild,
} from '@angular/core';
import type { Connection } from '#libs/api';
import { folderRows, matchesWords } from '#libs/connection-folders';
import { connectionTexts, rowKey } from '../../../shared/connections/connection-list';
import { connectionStateName, connectionTone, engineIcon } from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { PAGE_ROWS, RowWindow } from '../../../shared/connections/ui/row-window';
import { Dot } from '../../../shared/ui/dot';
import { Icon } from '../../../shared/ui/icon/icon';

/** The connections in their folders, narrowed by what is typed; arrows choose one, Enter picks it. Only rows in sight are drawn. */
@Component({
  selector: 'dw-connection-picker',
  imports: [ConnectionColour, Dot, Icon, RowWindow],
  templateUrl: './connection-picker.html',
  styleUrl: './connection-picker.css',
  host: { '(keydown)': 'press($event)' },
})
export class ConnectionPicker {
  readonly connections = input.required<readonly Connection[]>();
  /** The id of the connection in use. */
  readonly currentId = input.required<string | null>();
  readonly picked = output<string>();

  private readonly injector = inject(Injector);
  private readonly field = viewChild.required<ElementRef<HTMLInputElement>>('field');
  private readonly window = viewChild(RowWindow);

  protected readonly icon = engineIcon;
  protected readonly tone = connectionTone;
  protected readonly stateName = connectionStateName;
  protected readonly keyOf = rowKey;
  protected readonly typed = signal('');
  private readonly found = computed(() => {
    const typed = this.typed();
    return this.connections().filter((one) => matchesWords(typed, connectionTexts(one)));
  });
  private readonly rows = computed(() => {
    let place = 0;
    return folderRows(this.found(), new Set()).map((row) => ({ row, place: row.kind === 'item' ? ++place : 0 }));
  });
  /** The connections as they are listed. */
  private readonly items = computed(() => this.rows().flatMap(({ row }) => (row.kind === 'item' ? [row.item] : [])));
  protected readonly count = computed(() => this.items().length);
  /** The one that Enter picks: after typing the first, before that the one in use. */
  protected readonly activeId = linkedSignal<string | null>(() => {
    const items = this.items();
    const current = this.typed().trim() === '' ? items.find(({ id }) => id === this.currentId()) : undefined;
    return (current ?? items[0])?.id ?? null;
  });
  /** The rows that are drawn, and the pixels that stand for the others. */
  protected readonly drawn = computed(() => {
    const rows = this.rows();
    const { first: wanted, end } = this.window()?.range() ?? { first: 0, end: 0 };
    const px = this.window()?.rowPx() ?? 0;
    const first = Math.min(wanted, Math.max(0, rows.length - 1));
    return { rows: rows.slice(first, end), above: first * px, below: Math.max(0, rows.length - end) * px };
  });

  constructor() {
    afterNextRender(() => {
      this.field().nativeElement.focus();
      this.reveal();
    });
  }

  protected type(event: Event): void {
    this.typed.set((event.target as HTMLInputElement).value);
    afterNextRender(() => this.reveal(), { injector: this.injector });
  }

  protected press(event: KeyboardEvent): void {
    const items = this.items();
    const [at, last] = [items.findIndex(({ id }) => id === this.activeId()), items.length - 1];
    const moves: Partial<Record<string, number>> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      PageDown: Math.min(at + PAGE_ROWS, last),
      PageUp: Math.max(at - PAGE_ROWS, 0),
      // In a text they move the cursor.
      ...(this.typed() === '' && { Home: 0, End: last }),
    };
    const move = moves[event.key];
    const id = items[move ?? at]?.id;
    if (id === undefined || event.isComposing) return;
    if (move !== undefined) this.walk(id);
    else if (event.key === 'Enter') this.picked.emit(id);
    else return;
    event.preventDefault();
  }

  private walk(id: string): void {
    this.activeId.set(id);
    this.reveal();
  }

  private reveal(): void {
    const index = this.rows().findIndex(({ row }) => row.kind === 'item' && row.item.id === this.activeId());
    if (index >= 0) this.window()?.reveal(index);
  }
}
