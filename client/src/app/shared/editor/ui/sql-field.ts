import {
  afterNextRender,
  Component,
  computed,
  DestroyRef,
  effect,
  ElementRef,
  inject,
  input,
  output,
  signal,
  untracked,
  viewChild,
  ViewEncapsulation,
} from '@angular/core';
import type { IDisposable, editor as MonacoEditor } from 'monaco-editor';
import type { CompletionCatalog } from '#libs/api';
import { DEFAULT_DIALECT } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import { indexCatalog } from '#libs/sql';
import { Theme } from '../../theme/theme';
import { FieldControl } from '../../ui/field/field-control';
import { FieldLinks } from '../../ui/field/field-links';
import { CompletionStore } from '../completion.store';
import { EditorApi } from '../editor-api';
import { sqlLanguage } from './language-id';
import { loadMonaco } from './load-monaco';
import { EDITOR_OPTIONS, installTheme } from './monaco-setup';
import type { Monaco } from './monaco-setup';
import { registerCompletion } from './sql-completion';
import { SqlLint } from './sql-lint';

/** The connection that a text is written for. */
export interface SqlFieldConnection {
  readonly id: string;
  readonly dialect: SqlDialect;
}

const LINE_HEIGHT = 20;
const PADDING = 12;
const MAX_LINES = 14;

/** Unlike the studio's editor it is one field among others: Tab leaves it, and no line is marked. */
const FIELD_OPTIONS: MonacoEditor.IStandaloneEditorConstructionOptions = {
  ...EDITOR_OPTIONS,
  tabFocusMode: true,
  contextmenu: false,
  lineNumbers: 'off',
  lineNumbersMinChars: 0,
  renderLineHighlight: 'none',
  wordWrap: 'on',
};

/** SQL in a form: Monaco with the completion of a connection, and a plain field until that is loaded. */
@Component({
  selector: 'dw-sql-field',
  imports: [FieldControl],
  templateUrl: './sql-field.html',
  styleUrl: './sql-field.css',
  // Monaco's elements are not of this template.
  encapsulation: ViewEncapsulation.None,
  host: { '[class.dw-invalid]': 'links.hasError()', '[style.height.px]': 'height()' },
})
export class SqlField {
  readonly value = input.required<string>();
  readonly label = input.required<string>();
  readonly connection = input<SqlFieldConnection | null>(null);
  /** What it is completed with where it belongs to no connection. */
  readonly catalog = input<CompletionCatalog | null>(null);
  /** The lines that are always shown; it grows with the text. */
  readonly lines = input(5);
  readonly valueChange = output<string>();
  /** It lost the focus. */
  readonly left = output();

  protected readonly links = inject(FieldLinks);
  protected readonly isReady = signal(false);
  private readonly contentHeight = signal(0);
  protected readonly height = computed(() => {
    const least = this.lines() * LINE_HEIGHT + PADDING;
    return Math.min(Math.max(this.contentHeight(), least), MAX_LINES * LINE_HEIGHT + PADDING) + 2;
  });
  private readonly theme = inject(Theme);
  private readonly completions = inject(CompletionStore);
  private readonly api = inject(EditorApi);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly place = viewChild.required<ElementRef<HTMLElement>>('place');
  private readonly editor = signal<MonacoEditor.IStandaloneCodeEditor | null>(null);
  private readonly disposables: IDisposable[] = [];
  private readonly destroyRef = inject(DestroyRef);
  private readonly dialect = computed(() => this.connection()?.dialect ?? this.catalog()?.dialect ?? DEFAULT_DIALECT);
  private readonly index = computed(() => {
    const catalog = this.catalog();
    return catalog === null ? null : indexCatalog(catalog);
  });
  private monaco: Monaco | null = null;
  private lint: SqlLint | null = null;

  constructor() {
    // Where Monaco cannot be loaded, the plain field stays.
    afterNextRender(
      () =>
        void loadMonaco()
          .then((monaco) => this.begin(monaco))
          .catch(() => undefined),
    );
    this.destroyRef.onDestroy(() => {
      this.lint?.dispose();
      for (const one of this.disposables) one.dispose();
    });
    effect(() => this.take(this.editor(), this.value()));
    effect(() => this.setDialect(this.editor(), this.dialect(), this.connection()));
    effect(() => this.describe(this.editor(), this.label(), this.links.describedBy(), this.links.hasError()));
    effect(() => {
      const isDark = this.theme.look().theme === 'dark';
      if (this.editor() && this.monaco) installTheme(this.monaco, isDark, this.host);
    });
  }

  private begin(monaco: Monaco): void {
    if (this.destroyRef.destroyed) return;
    this.monaco = monaco;
    const plain = this.host.querySelector('textarea');
    const hadFocus = plain !== null && plain === document.activeElement;
    const model = monaco.editor.createModel(untracked(this.value), sqlLanguage(this.dialect()));
    const editor = monaco.editor.create(this.place().nativeElement, { ...FIELD_OPTIONS, model });
    this.disposables.push(
      editor,
      model,
      model.onDidChangeContent(() => this.valueChange.emit(model.getValue())),
      editor.onDidBlurEditorWidget(() => this.left.emit()),
      editor.onDidContentSizeChange(({ contentHeight }) => this.contentHeight.set(contentHeight)),
      registerCompletion(monaco, editor, (sql, offset) => this.complete(sql, offset)),
    );
    this.lint = new SqlLint(monaco, editor, async (sql, stop) => {
      const connection = this.connection();
      return connection ? (await this.api.lint({ connection_id: connection.id, sql }, stop)).markers : null;
    });
    this.contentHeight.set(editor.getContentHeight());
    this.isReady.set(true);
    this.editor.set(editor);
    if (!hadFocus) return;
    // What is typed goes on where it was.
    const [start, end] = [plain.selectionStart, plain.selectionEnd].map((offset) => model.getPositionAt(offset));
    if (start !== undefined && end !== undefined) editor.setSelection(monaco.Range.fromPositions(start, end));
    editor.focus();
  }

  private complete(sql: string, offset: number): ReturnType<CompletionStore['complete']> {
    const connection = this.connection();
    if (connection) return this.completions.complete(connection.id, sql, offset);
    const index = this.index();
    return Promise.resolve(index === null ? null : this.completions.completeFrom(index, sql, offset));
  }

  /** A text from outside replaces the shown one; what was typed here comes back and is there already. */
  private take(editor: MonacoEditor.IStandaloneCodeEditor | null, value: string): void {
    const model = editor?.getModel();
    if (model && model.getValue() !== value) model.setValue(value);
  }

  private setDialect(
    editor: MonacoEditor.IStandaloneCodeEditor | null,
    dialect: SqlDialect,
    connection: SqlFieldConnection | null,
  ): void {
    const model = editor?.getModel();
    if (!model || !this.monaco) return;
    this.monaco.editor.setModelLanguage(model, sqlLanguage(dialect));
    this.lint?.again();
    if (connection) this.completions.prepare(connection.id);
  }

  /** Ties the element that takes the keys to the label, help and error of the field. */
  private describe(
    editor: MonacoEditor.IStandaloneCodeEditor | null,
    label: string,
    describedBy: string | null,
    hasError: boolean,
  ): void {
    if (!editor) return;
    editor.updateOptions({ ariaLabel: label });
    const keys = editor.getDomNode()?.querySelector('textarea, .native-edit-context');
    if (!keys) return;
    if (describedBy === null) keys.removeAttribute('aria-describedby');
    else keys.setAttribute('aria-describedby', describedBy);
    keys.setAttribute('aria-invalid', String(hasError));
    keys.id = this.links.controlId;
  }
}
