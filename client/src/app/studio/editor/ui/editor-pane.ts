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
import type { TextRange } from '../text-stretch';
import { ActiveConnection } from '../../tabs/active-connection';
import type { StudioTab } from '../../tabs/studio-tab';
import { TabsStore } from '../../tabs/tabs.store';
import type { AskForCompletion } from '../../../shared/editor/ui/sql-completion';
import { SqlEditor } from './sql-editor';
import type { AskForLint } from '../../../shared/editor/ui/sql-lint';
import type { FindStatement } from './statement-mark';
import type { CursorPlace } from './tab-models';

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

  /** The selection, or else the whole text. */
  usualText(): TextRange {
    return this.editor().runTarget();
  }

  /** The selection, or the statement at the cursor; null where there is neither. */
  chosenText(): TextRange | null {
    // From the store: the input follows with the next rendering, which a key may come before.
    const tab = this.tabs.active();
    const chosen = this.editor().runTarget();
    if (chosen.isSelection || !tab) return chosen.isSelection ? chosen : null;
    return this.editing.statementAt(tab.sql, tab.cursor);
  }

  /** The statement at the cursor, whatever is selected; null where there is none. */
  statementText(): TextRange | null {
    const tab = this.tabs.active();
    return tab ? this.editing.statementAt(tab.sql, tab.cursor) : null;
  }

  /** Puts a text in the place of the selection, or of the statement at the cursor. */
  replaceChosen(sql: string): void {
    const target = this.chosenText();
    if (target) this.editor().replace({ ...target, isSelection: false }, sql, sql.length);
    else this.editor().insert(sql);
  }

  /** Lays out the selection, or everything, with the cursor at its character. */
  async format(): Promise<void> {
    if (this.commands.refusal !== null) return;
    const target = this.editor().layoutTarget();
    const laidOut = await this.editing.format(target.sql, target.cursor);
    if (laidOut) this.editor().replace(target, laidOut.sql, laidOut.offset);
  }

  /** Lays out everything, whatever is selected; a text that is changed meanwhile stays as it is. */
  async formatAll(): Promise<void> {
    const tab = this.tabs.active();
    if (!tab || this.commands.refusal !== null) return;
    const laidOut = await this.editing.format(tab.sql, Math.min(tab.cursor, tab.sql.length));
    if (laidOut) this.editor().replace({ sql: tab.sql, offset: 0, isSelection: false }, laidOut.sql, laidOut.offset);
  }

  /** Puts a text at the cursor. */
  insert(text: string): void {
    this.editor().insert(text);
  }

  /** Moves the cursor to an offset of the text. */
  goTo(offset: number): void {
    this.editor().goTo(offset);
  }

  focus(): void {
    this.editor().focus();
  }

  /** Closes the list of suggestions. */
  closeList(): void {
    this.editor().closeList();
  }

  /** Closes the tab once it is saved, where the command says so. */
  protected async save(closes: boolean): Promise<void> {
    await (closes ? this.commands.saveAndClose() : this.commands.save());
  }

  protected moved(tabId: string, at: CursorPlace): void {
    this.cursor.set(at);
    this.tabs.setCursor(tabId, at.offset);
  }
}
