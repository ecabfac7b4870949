import { Clipboard } from '@angular/cdk/clipboard';
import type { ElementRef } from '@angular/core';
import { Component, computed, effect, inject, input, linkedSignal, signal, untracked, viewChild } from '@angular/core';
import { shortened } from '#libs/markup';
import { countedText, countText, jsonObjectWriter, lineText } from '#libs/results';
import type { JsonToken } from '#libs/results';
import { commandKey } from '../../../../shared/keys/command-key';
import { KeyGroups } from '../../../../shared/keys/key-groups';
import { Icon } from '../../../../shared/ui/icon/icon';
import { Tooltip } from '../../../../shared/ui/tooltip';
import { ExportsStore } from '../../../exports/exports.store';
import { ResultRows } from '../../result-rows';
import { RowFocus } from '../../row-focus';
import { HeaderSlot } from '../../ui/header-slot';
import type { ResultView } from '../../mode';
import { JsonLayout, shownLines } from '../json-layout';
import { ReadRows } from '../read-rows';
import type { RowLines } from '../read-rows';

/** Rows that are shown as JSON; the file has all of them. */
export const JSON_ROWS = 10_000;
const LINE_PX = 20;
/** Lines above and below those in sight that are drawn, too. */
const SPARE_LINES = 20;
/** Browsers cannot scroll through more than this. */
const MAX_HEIGHT_PX = 15_000_000;
/** Characters of a string that are drawn; Copy takes all of them. */
const DRAWN_CHARACTERS = 2_000;
const COPIED_SHOWN_MS = 1500;

/** A line on screen. */
interface DrawnLine {
  readonly at: number;
  readonly row: number;
  /** Its index among the lines of the row. */
  readonly index: number;
  readonly depth: number;
  readonly tokens: readonly JsonToken[];
  /** How much is hidden in it; 0 where nothing is. */
  readonly hidden: number;
  readonly canFold: boolean;
  readonly isFolded: boolean;
  readonly ending: string;
}

/** The result as JSON, the text of each value as the database printed it; only what is in sight is drawn. */
@Component({
  selector: 'dw-json-view',
  imports: [HeaderSlot, Icon, Tooltip],
  providers: [ResultRows],
  templateUrl: './json-view.html',
  styleUrl: './json-view.css',
})
export class JsonView {
  readonly view = input.required<ResultView>();

  protected readonly result = inject(ResultRows);
  private readonly exports = inject(ExportsStore);
  private readonly clipboard = inject(Clipboard);
  private readonly focusedRow = inject(RowFocus);
  private readonly scroller = viewChild.required<ElementRef<HTMLElement>>('scroller');

  private readonly writer = computed(() => jsonObjectWriter(this.view().columns));
  private readonly rows = computed(() => this.result.rows().slice(0, JSON_ROWS));
  /** Whether rows stand open at first: not where the page would be higher than a browser can scroll. */
  protected readonly isOpen = linkedSignal(
    () => JSON_ROWS * (this.view().columns.length + 2) * LINE_PX < MAX_HEIGHT_PX || this.rows().length < 1000,
  );
  private readonly source = computed(() => `${this.view().runId} ${this.view().statement.index} ${this.isOpen()}`);
  /** Rows in which a person folded or unfolded something. */
  private readonly states = linkedSignal<unknown, ReadonlyMap<number, RowLines>>({
    source: () => this.source(),
    computation: () => new Map(),
  });
  /** All other rows. */
  private readonly read = computed(() => (this.source(), new ReadRows((row) => this.rowText(row), this.isOpen())));
  private readonly layout = computed(
    () =>
      new JsonLayout(
        this.rows().length,
        this.isOpen() ? this.view().columns.length + 2 : 1,
        new Map([...this.states()].map(([row, { shown }]) => [row, shown])),
      ),
  );
  private readonly scrollTop = signal(0);
  private readonly height = signal(400);
  protected readonly active = signal(0);
  protected readonly isCopied = signal(false);
  protected readonly linePx = LINE_PX;
  protected readonly totalPx = computed(() => this.layout().lineCount * LINE_PX);
  protected readonly first = computed(() => Math.max(0, Math.floor(this.scrollTop() / LINE_PX) - SPARE_LINES));
  protected readonly drawn = computed(() => {
    const layout = this.layout();
    const last = Math.min(layout.lineCount, this.first() + Math.ceil(this.height() / LINE_PX) + 2 * SPARE_LINES);
    return Array.from({ length: Math.max(0, last - this.first()) }, (_, index) => this.drawnLine(this.first() + index));
  });
  protected readonly note = computed(() => {
    const { row_count: total, received_rows: received } = this.view().statement;
    const shown = this.rows().length;
    if (shown >= (total ?? received)) return '';
    return `The first ${countText(shown)} of ${countedText(total ?? received, 'row')}. Download JSON has all of them.`;
  });

  constructor() {
    inject(KeyGroups).add({
      name: 'JSON',
      keys: [
        ['←', 'Fold'],
        ['→', 'Unfold'],
        ['Mod+C', 'Copy the row'],
      ],
    });
    effect(() => {
      const { runId, statement } = this.view();
      untracked(() => this.result.want({ runId, statement, cap: JSON_ROWS }));
    });
    effect((onCleanup) => {
      const element = this.scroller().nativeElement;
      const observer = new ResizeObserver(() => this.height.set(element.clientHeight));
      observer.observe(element);
      onCleanup(() => observer.disconnect());
    });
  }

  protected scrolled(): void {
    this.scrollTop.set(this.scroller().nativeElement.scrollTop);
  }

  /** Folds or unfolds what begins in a line. */
  protected toggle({ row, index }: Pick<DrawnLine, 'row' | 'index'>): void {
    const { lines, folded } = this.stateOf(row);
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    const state = { lines, folded: next, shown: shownLines(lines, next) };
    this.states.update((states) => new Map(states).set(row, state));
  }

  protected foldAll(isOpen: boolean): void {
    this.isOpen.set(isOpen);
    this.states.set(new Map());
    this.active.set(0);
    this.scroller().nativeElement.scrollTop = 0;
  }

  protected clicked(line: DrawnLine): void {
    this.active.set(line.at);
    this.pick(line.row);
  }

  protected pressed(event: KeyboardEvent): void {
    if (!this.takeKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Copies every row that is shown here as one array. */
  protected copyAll(): void {
    const writer = this.writer();
    this.copy(
      `[\n${this.rows()
        .map((row) => `  ${writer(row)}`)
        .join(',\n')}\n]`,
    );
  }

  protected download(): void {
    const { runId, statement } = this.view();
    void this.exports.start({ run_id: runId, statement: statement.index, format: 'json' });
  }

  protected drawnText({ text }: JsonToken): string {
    return shortened(text, DRAWN_CHARACTERS + 1);
  }

  private takeKey(event: KeyboardEvent): boolean {
    const isMod = event.ctrlKey || event.metaKey;
    const line = this.layout().lineCount > 0 ? this.drawnLine(this.active()) : null;
    const page = Math.max(1, Math.floor(this.height() / LINE_PX) - 1);
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
    const step = steps[event.key];
    if (!line || event.altKey) return false;
    if (isMod && commandKey(event) === 'c' && !hasSelection()) this.copy(this.rowText(line.row));
    else if (isMod) return false;
    else if (step !== undefined) this.go(this.active() + step);
    else if (event.key === 'Home') this.go(0);
    else if (event.key === 'End') this.go(this.layout().lineCount - 1);
    else if (line.canFold && event.key === (line.isFolded ? 'ArrowRight' : 'ArrowLeft')) this.toggle(line);
    else return false;
    return true;
  }

  private go(line: number): void {
    const at = Math.min(Math.max(line, 0), this.layout().lineCount - 1);
    this.active.set(at);
    this.pick(this.layout().placeOf(at).row);
    const element = this.scroller().nativeElement;
    if (at * LINE_PX < element.scrollTop) element.scrollTop = at * LINE_PX;
    else if ((at + 1) * LINE_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = (at + 1) * LINE_PX - element.clientHeight;
  }

  private pick(row: number): void {
    const { runId, statement } = this.view();
    this.focusedRow.pick({ runId, statement: statement.index, row });
  }

  private rowText(row: number): string {
    const cells = this.rows()[row];
    return cells ? this.writer()(cells) : '';
  }

  private copy(text: string): void {
    this.isCopied.set(this.clipboard.copy(text));
    setTimeout(() => this.isCopied.set(false), COPIED_SHOWN_MS);
  }

  private stateOf(row: number): RowLines {
    return this.states().get(row) ?? this.read().of(row);
  }

  private drawnLine(at: number): DrawnLine {
    const { row, line } = this.layout().placeOf(at);
    const { lines, folded, shown } = this.stateOf(row);
    const index = shown[line] ?? 0;
    const { depth = 0, tokens = [], closes = null, members = 0 } = lines[index] ?? {};
    const isFolded = closes !== null && folded.has(index);
    const ending = isFolded ? lineText(lines[closes]?.tokens ?? []) : '';
    return {
      at,
      row,
      index,
      depth,
      tokens,
      hidden: isFolded ? members : 0,
      canFold: closes !== null,
      isFolded,
      ending,
    };
  }
}

function hasSelection(): boolean {
  return (getSelection()?.toString() ?? '') !== '';
}
