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
import { fieldMove, rowsToDraw } from '#libs/lists';
import { connectionTexts, rowKey } from '../../../shared/connections/connection-list';
import { connectionStateName, connectionTone, engineIcon } from '../../../shared/connections/connection-look';
import { ConnectionColour } from '../../../shared/connections/ui/connection-colour';
import { RowWindow } from '../../../shared/connections/ui/row-window';
import { Dot } from '../../../shared/ui/dot';
import { Icon } from '../../../shared/ui/icon/icon';

/** The connections in their folders, narrowed by what is typed; arrows choose one, Enter picks it. Only rows in sight are drawn. */
@Component({
  selector: 'dw-connection-picker',
  imports: [ConnectionColour, Dot, Icon, RowWindow],
  templateUrl: './connection-picker.html',
  styleUrls: ['../../../shared/ui/find-field.css', '../../../shared/ui/picker.css', './connection-picker.css'],
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
  private readonly activeIndex = computed(() =>
    this.rows().findIndex(({ row }) => row.kind === 'item' && row.item.id === this.activeId()),
  );
  /** The rows that are drawn, and the pixels that stand for the others. */
  protected readonly drawn = computed(() => {
    const rows = this.rows();
    const px = this.window()?.rowPx() ?? 0;
    const drawn = rowsToDraw(rows.length, this.window()?.range() ?? { first: 0, end: 0 }, this.activeIndex());
    return {
      rows: drawn.rows.flatMap(({ index, skipped }) =>
        rows.slice(index, index + 1).map((row) => ({ ...row, above: skipped * px })),
      ),
      below: drawn.behind * px,
    };
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
    const at = items.findIndex(({ id }) => id === this.activeId());
    const move = fieldMove(event.key, this.typed(), { at, count: items.length });
    const id = items[move ?? at]?.id;
    if (id === undefined || event.isComposing) return;
    if (move !== null) this.walk(id);
    else if (event.key === 'Enter') this.picked.emit(id);
    else return;
    event.preventDefault();
  }

  private walk(id: string): void {
    this.activeId.set(id);
    this.reveal();
  }

  private reveal(): void {
    if (this.activeIndex() >= 0) this.window()?.reveal(this.activeIndex());
  }
}
