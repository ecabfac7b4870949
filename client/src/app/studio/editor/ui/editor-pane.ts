import { Component, computed, DestroyRef, effect, inject, input, signal, untracked, viewChild } from '@angular/core';
import { PaletteOpener } from '../../../shared/palette/palette-opener';
import { SettingsStore } from '../../../shared/settings/settings.store';
import { StatusSlot } from '../../../shared/status/status-slot';
import { Theme } from '../../../shared/theme/theme';
import { PageCommands } from '../../commands/ui/page-commands';
import { ActiveEditor } from '../active-editor';
import type { EditorHandle } from '../active-editor';
import { CompletionStore } from '../../../shared/editor/completion.store';
import { Editing } from '../editing';
import { errorMark } from '../error-mark';
import { RangeSummary } from '../../results/range-summary';
import { RunsStore } from '../../run/runs.store';
import { SchemaStore } from '../../schema/schema.store';
import { selectedText, wholeText } from '../text-stretch';
import type { TextPlace, TextRange } from '../text-stretch';
import { ActiveConnection } from '../../tabs/active-connection';
import type { StudioTab } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';
import type { AskForCompletion } from '../../../shared/editor/ui/sql-completion';
import { SqlEditor } from './sql-editor';
import type { AskForLint } from '../../../shared/editor/ui/sql-lint';
import type { FindStatement } from './statement-mark';
import type { CursorPlace } from './tab-models';
import type { TextField } from './text-field';

/** The SQL editor of a tab, with completion, errors, dialect and statement mark from the tab's connection. */
@Component({
  selector: 'dw-editor-pane',
  imports: [SqlEditor, StatusSlot],
  template: `
    <dw-sql-editor
      data-dw-region="editor"
      [tabId]="tab().id"
      [sql]="tab().sql"
      [cursor]="tab().cursor"
      [openTabIds]="openTabIds()"
      [mark]="mark()"
      [look]="theme.look()"
      [fontSize]="settings.studio().editor_font_size"
      [hasWordWrap]="settings.studio().editor_word_wrap"
      [tabSize]="settings.studio().editor_tab_size"
      [keymap]="settings.studio().editor_keymap"
      [completion]="completion"
      [lint]="lint()"
      [statement]="statement"
      [dialect]="connection.dialect()"
      (formatAsked)="format()"
      (paletteAsked)="palette.open()"
      (saveAsked)="save($event.closes)"
      (closeAsked)="commands.close()"
      (sqlChange)="tabs.setText($event.tabId, $event.sql)"
      (cursorChange)="moved($event.tabId, $event.place)"
      (runAsked)="commands.run($event)"
      (settled)="active.settle()"
    />
    <ng-template dwStatusSlot="right">
      @if (range.text(); as cells) {
        <span class="dw-num range">{{ cells }}</span>
      } @else {
        <span class="dw-num">Ln {{ cursor().line }}, Col {{ cursor().column }}</span>
      }
    </ng-template>
  `,
  styles: `
    :host {
      display: grid;
      grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    }
    .range {
      color: var(--dw-text-1);
      font-weight: 500;
    }
  `,
})
export class EditorPane implements EditorHandle {
  readonly tab = input.required<StudioTab>();

  protected readonly tabs = inject(TabsStore);
  protected readonly theme = inject(Theme);
  protected readonly settings = inject(SettingsStore);
  protected readonly palette = inject(PaletteOpener);
  private readonly runs = inject(RunsStore);
  protected readonly commands = inject(PageCommands);
  protected readonly active = inject(ActiveEditor);
  protected readonly range = inject(RangeSummary);
  protected readonly connection = inject(ActiveConnection);
  private readonly editing = inject(Editing);
  private readonly completions = inject(CompletionStore);
  private readonly schema = inject(SchemaStore);
  private readonly editor = viewChild.required(SqlEditor);

  protected readonly openTabIds = computed(() => this.tabs.tabs().map(({ id }) => id));
  protected readonly cursor = signal<Pick<CursorPlace, 'line' | 'column'>>({ line: 1, column: 1 });
  protected readonly mark = computed(() => {
    const [tab, run] = [this.tab(), this.runs.active()];
    return run && !tab.isDirty ? errorMark(tab.sql, run) : null;
  });
  /** What the editor offers: of the connection of the tab in front. */
  protected readonly completion: AskForCompletion = (sql, offset) => {
    const connection = this.connection.value();
    if (!connection) return Promise.resolve(null);
    return this.completions.complete(connection.id, sql, offset, this.schema.selectedOn(connection.id));
  };
  /** Another function for another grammar, so that the text is read anew. */
  protected readonly lint = computed<AskForLint>(() => {
    const connection = this.lintedConnection();
    return (sql, signal) => (connection ? this.editing.lint(connection, sql, signal) : Promise.resolve(null));
  });
  private readonly lintedConnection = computed(() => this.connection.value()?.id ?? null);
  protected readonly statement: FindStatement = (sql, offset) => this.editing.statementAmongOthers(sql, offset);

  constructor() {
    this.active.attach(this);
    const stopReporting = this.tabs.typedIn(() => this.editor().reportNow());
    inject(DestroyRef).onDestroy(() => {
      stopReporting();
      this.active.detach(this);
    });
    effect(() => {
      const connection = this.connection.value();
      const isReachable = connection?.health.state === 'healthy' || connection?.health.state === 'idle';
      // A large catalog would hold up the editor that it is for.
      if (connection && isReachable && this.active.isSettled())
        untracked(() => this.completions.prepare(connection.id));
    });
  }

  wholeText(): TextRange {
    return wholeText(this.place().sql);
  }

  /** The selection, or else the whole text. */
  usualText(): TextRange {
    const place = this.place();
    return selectedText(place) ?? wholeText(place.sql);
  }

  /** The selection, or the statement at the cursor; null where there is neither. */
  chosenText(): TextRange | null {
    const place = this.place();
    return selectedText(place) ?? this.editing.statementAt(place.sql, place.cursor);
  }

  /** The statement at the cursor, whatever is selected; null where there is none. */
  statementText(): TextRange | null {
    const { sql, cursor } = this.place();
    return this.editing.statementAt(sql, cursor);
  }

  /** Puts a text in the place of the selection, or of the statement at the cursor. */
  replaceChosen(sql: string): void {
    const target = this.chosenText();
    if (target === null) this.insert(sql);
    else this.field()?.replace(stretchOf(target), sql, null);
  }

  /** Lays out the selection, or everything, with the cursor at its character. */
  async format(): Promise<void> {
    await this.layOut(this.usualText());
  }

  /** Lays out everything, whatever is selected. */
  async formatAll(): Promise<void> {
    await this.layOut(this.wholeText());
  }

  /** Puts a text in the place of the selection, or at the cursor. */
  insert(text: string): void {
    this.field()?.replace(this.place(), text, null);
  }

  /** Moves the cursor to an offset of the text. */
  goTo(offset: number): void {
    this.field()?.goTo(offset);
  }

  focus(): void {
    this.field()?.focus();
  }

  /** Closes the list of suggestions. */
  closeList(): void {
    this.editor().closeList();
  }

  /** Closes the tab once it is saved, where the command says so. */
  protected async save(closes: boolean): Promise<void> {
    await (closes ? this.commands.saveAndClose() : this.commands.save());
  }

  /** A text that is changed meanwhile stays as it is. */
  private async layOut(target: TextRange): Promise<void> {
    if (this.commands.refusal !== null) return;
    const [tabId, before] = [this.tabs.activeId(), this.place()];
    const cursor = Math.min(Math.max(before.cursor - target.offset, 0), target.sql.length);
    const laidOut = await this.editing.format(target.sql, cursor);
    const isSame = this.tabs.activeId() === tabId && this.place().sql === before.sql;
    if (laidOut && isSame && laidOut.sql !== target.sql)
      this.field()?.replace(stretchOf(target), laidOut.sql, laidOut.offset);
  }

  /** Where the person is in the tab in front; text and offsets are those of the field that the keys go to. */
  private place(): TextPlace {
    const field = this.field();
    const { sql, cursor } = this.tabs.active() ?? { sql: '', cursor: 0 };
    return field?.place() ?? { sql, start: cursor, end: cursor, cursor };
  }

  /** Of the tab in the store: the input follows with the next rendering, which a key may come before. */
  private field(): TextField | null {
    this.tabs.takeTyped();
    const tab = this.tabs.active();
    return tab && this.editor().fieldOf(tab);
  }

  protected moved(tabId: string, at: CursorPlace): void {
    this.cursor.set(at);
    this.tabs.setCursor(tabId, at.offset);
  }
}

function stretchOf({ sql, offset }: TextRange): { start: number; end: number } {
  return { start: offset, end: offset + sql.length };
}
