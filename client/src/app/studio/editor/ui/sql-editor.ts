import {
  afterNextRender,
  Component,
  computed,
  DestroyRef,
  ElementRef,
  ViewEncapsulation,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
} from '@angular/core';
import type { IDisposable, editor as MonacoEditor } from 'monaco-editor';
import type { EditorKeymap } from '#libs/api';
import { DEFAULT_DIALECT } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import type { ErrorMark } from '../error-mark';
import type { RunScope } from '../../run/run-state';
import type { StudioTab } from '../../tabs/studio-tab';
import { bindKeys } from './bind-keys';
import { markPainted } from './mark-painted';
import { loadMonaco } from '../../../shared/editor/ui/load-monaco';
import { EDITOR_OPTIONS, installTheme } from '../../../shared/editor/ui/monaco-setup';
import type { Monaco } from '../../../shared/editor/ui/monaco-setup';
import { closeSuggestions, registerCompletion } from '../../../shared/editor/ui/sql-completion';
import type { AskForCompletion } from '../../../shared/editor/ui/sql-completion';
import { rangeOf } from '../../../shared/editor/ui/model-range';
import type { Look } from '../../../shared/theme/theme';
import { MonacoField } from './monaco-field';
import { OpenMenuMark } from './open-menu-mark';
import { PlainEditor } from './plain-editor';
import { SqlLint } from '../../../shared/editor/ui/sql-lint';
import type { AskForLint } from '../../../shared/editor/ui/sql-lint';
import { StatementMark } from './statement-mark';
import type { FindStatement } from './statement-mark';
import { TabModels } from './tab-models';
import type { CursorPlace } from './tab-models';
import type { TextField } from './text-field';
import { VimKeys } from './vim-keys';

/** After this long without Monaco the page says so, in milliseconds. */
const PATIENCE_MS = 20_000;

/** What the editor needs of the tab in front. */
type ShownTab = Pick<StudioTab, 'id' | 'sql' | 'cursor'>;

/** The SQL editor: one Monaco for all tabs, a model for each, so that every tab keeps its undo history and its place. */
@Component({
  selector: 'dw-sql-editor',
  imports: [PlainEditor],
  templateUrl: './sql-editor.html',
  styleUrl: './sql-editor.css',
  encapsulation: ViewEncapsulation.None,
})
export class SqlEditor {
  readonly tabId = input.required<string>();
  readonly sql = input.required<string>();
  readonly cursor = input(0);
  readonly openTabIds = input<readonly string[]>([]);
  readonly mark = input<ErrorMark | null>(null);
  /** The colours are read anew with each. */
  readonly look = input.required<Look>();
  /** In CSS pixels. */
  readonly fontSize = input(13);
  readonly hasWordWrap = input(false);
  /** In spaces. */
  readonly tabSize = input(2);
  readonly keymap = input<EditorKeymap>('vscode');
  /** Finds what the editor offers while somebody types. */
  readonly completion = input<AskForCompletion | null>(null);
  /** Finds what the database's grammar does not take; asked again when it becomes another function. */
  readonly lint = input<AskForLint | null>(null);
  /** Finds the statement to mark. */
  readonly statement = input<FindStatement | null>(null);
  /** Whose SQL the text is: its words are coloured, its strings and comments end as they do there. */
  readonly dialect = input<SqlDialect>(DEFAULT_DIALECT);
  readonly formatAsked = output();
  readonly paletteAsked = output();
  /** `:w` of Vim, and `:q`. */
  readonly saveAsked = output<{ readonly closes: boolean }>();
  readonly closeAsked = output();
  /** What a tab holds now, and where the cursor is in it: reported as `AfterPaintNotifier` has it. */
  readonly sqlChange = output<{ readonly tabId: string; readonly sql: string }>();
  readonly cursorChange = output<{ readonly tabId: string; readonly place: CursorPlace }>();
  readonly runAsked = output<RunScope>();
  /** The editor is there, or it will not come. */
  readonly settled = output();

  protected readonly lineHeight = computed(() => Math.round(this.fontSize() * 1.54));
  protected readonly hasFailed = signal(false);
  protected readonly isReady = signal(false);
  private readonly editor = signal<MonacoEditor.IStandaloneCodeEditor | null>(null);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly place = viewChild.required<ElementRef<HTMLElement>>('place');
  private monaco: Monaco | null = null;
  private models: TabModels | null = null;
  private offering: IDisposable | null = null;
  private marking: IDisposable | null = null;
  private linting: SqlLint | null = null;
  private menu: OpenMenuMark | null = null;
  private readonly vimLine = viewChild<ElementRef<HTMLElement>>('vim');
  private readonly vim = new VimKeys({
    save: (closes) => this.saveAsked.emit({ closes }),
    close: () => this.closeAsked.emit(),
  });
  private isGone = false;
  private readonly plain = viewChild(PlainEditor);
  private painted: Look | null = null;

  constructor() {
    // Once the plain field is painted.
    afterNextRender(() => requestAnimationFrame(() => setTimeout(() => void this.begin())));
    inject(DestroyRef).onDestroy(() => {
      this.isGone = true;
      this.offering?.dispose();
      this.marking?.dispose();
      this.linting?.dispose();
      this.menu?.dispose();
      this.vim.stop();
      this.models?.dispose();
      this.editor()?.dispose();
    });
    effect(() => {
      this.lint();
      if (this.editor()) this.linting?.again();
    });
    effect(() => {
      const [tabId, sql] = [this.tabId(), this.sql()];
      if (this.editor()) untracked(() => this.show(tabId, sql, this.cursor()));
    });
    effect(() => {
      const dialect = this.dialect();
      this.tabId();
      if (this.editor()) this.models?.setDialect(dialect);
    });
    effect(() => {
      if (this.editor()) this.models?.keepOnly(this.openTabIds());
    });
    effect(() => {
      if (this.editor()) this.models?.mark(this.tabId(), this.mark());
    });
    effect(() => {
      const [fontSize, lineHeight] = [this.fontSize(), this.lineHeight()];
      this.editor()?.updateOptions({ fontSize, lineHeight, wordWrap: this.hasWordWrap() ? 'on' : 'off' });
    });
    effect(() => {
      const [editor, tabSize] = [this.editor(), this.tabSize(), this.tabId(), this.sql()];
      editor?.getModel()?.updateOptions({ tabSize, indentSize: tabSize });
    });
    effect(() => {
      const [editor, line] = [this.editor(), this.vimLine()?.nativeElement];
      if (editor && line) void this.vim.start(editor, line);
      else this.vim.stop();
    });
    effect(() => {
      if (this.editor()) this.paint(this.look());
    });
  }

  /** The field that holds a tab's text; the tab that came to the front may not have been rendered yet. */
  fieldOf({ id, sql, cursor }: ShownTab): TextField | null {
    const editor = this.editor();
    if (!editor) return this.tabId() === id ? (this.plain() ?? null) : null;
    this.show(id, sql, cursor);
    return new MonacoField(editor, () => this.reportNow());
  }

  /** Reports at once what was typed. */
  reportNow(): void {
    this.models?.reportNow();
  }

  /** Takes away what the editor offers, which would lie over a result. */
  closeList(): void {
    closeSuggestions(this.editor());
  }

  private async begin(): Promise<void> {
    const patience = setTimeout(() => this.hasFailed.set(true), PATIENCE_MS);
    try {
      const monaco = await loadMonaco();
      await this.plain()?.settled();
      if (!this.isGone) this.ready(monaco);
    } catch {
      this.hasFailed.set(true);
    } finally {
      clearTimeout(patience);
      if (!this.isGone) this.settled.emit();
    }
  }

  private ready(monaco: Monaco): void {
    this.monaco = monaco;
    this.paint(this.look());
    const editor = monaco.editor.create(this.place().nativeElement, { ...EDITOR_OPTIONS, model: null });
    this.menu = new OpenMenuMark(this.place().nativeElement, this.host);
    this.models = new TabModels(monaco, editor, {
      changed: (tabId, sql) => this.sqlChange.emit({ tabId, sql }),
      moved: (tabId, place) => this.cursorChange.emit({ tabId, place }),
    });
    bindKeys(monaco, editor, {
      format: () => this.formatAsked.emit(),
      palette: () => this.paletteAsked.emit(),
      run: (scope) => {
        this.closeList();
        this.runAsked.emit(scope);
      },
    });
    this.offering = registerCompletion(
      monaco,
      editor,
      (sql, offset) => this.completion()?.(sql, offset) ?? Promise.resolve(null),
    );
    this.linting = new SqlLint(monaco, editor, (sql, signal) => this.lint()?.(sql, signal) ?? Promise.resolve(null));
    this.marking = new StatementMark(editor, (sql, offset) => this.statement()?.(sql, offset) ?? null);
    this.hasFailed.set(false);
    this.isReady.set(true);
    this.editor.set(editor);
  }

  private show(tabId: string, sql: string, cursor: number): void {
    if (this.models?.show(tabId, sql, cursor) === true) this.takeOver();
  }

  /** Goes on where somebody was in the plain field. */
  private takeOver(): void {
    const [editor, left] = [this.editor(), untracked(this.plain)?.place()];
    const model = editor?.getModel();
    if (!editor || !model || !left) return;
    editor.setSelection(rangeOf(model, left));
    editor.revealRangeInCenterIfOutsideViewport(rangeOf(model, left));
    markPainted('studio.editor');
  }

  private paint(look: Look): void {
    if (!this.monaco || look === this.painted) return;
    this.painted = look;
    installTheme(this.monaco, look.theme === 'dark', this.host);
  }
}
