import {
  Component,
  DestroyRef,
  ElementRef,
  ViewEncapsulation,
  effect,
  inject,
  input,
  output,
  signal,
  untracked,
} from '@angular/core';
import { EditorComponent, NGX_MONACO_EDITOR_CONFIG } from 'ngx-monaco-editor-v2';
import type { editor as MonacoEditor } from 'monaco-editor';
import type { ErrorMark } from '../../data/error-mark';
import type { RunScope } from '../bar/action-bar';
import { EDITOR_OPTIONS, installSql, installTheme, monacoConfig, whenMonacoFails } from './monaco-setup';
import type { Monaco } from './monaco-setup';
import { TabModels } from './tab-models';

/** What Run would send: the selection if there is one, else everything; `offset` is where it begins in the text. */
export interface RunTarget {
  readonly sql: string;
  readonly offset: number;
  readonly isSelection: boolean;
}

/** The SQL editor: one Monaco for all tabs, a model for each, so that every tab keeps its undo history and its place. */
@Component({
  selector: 'dw-sql-editor',
  imports: [EditorComponent],
  providers: [{ provide: NGX_MONACO_EDITOR_CONFIG, useFactory: monacoConfig }],
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
  /** Any value that changes with the theme, so that the colours are read anew. */
  readonly theme = input.required<'light' | 'dark'>();
  readonly sqlChange = output<string>();
  readonly cursorChange = output<{ offset: number; line: number; column: number }>();
  readonly runAsked = output<RunScope>();

  protected readonly options = EDITOR_OPTIONS;
  protected readonly hasFailed = signal(false);
  protected readonly isReady = signal(false);
  private readonly editor = signal<MonacoEditor.IStandaloneCodeEditor | null>(null);
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private monaco: Monaco | null = null;
  private models: TabModels | null = null;

  constructor() {
    const stopWaiting = whenMonacoFails(() => this.hasFailed.set(!this.isReady()));
    inject(DestroyRef).onDestroy(() => {
      stopWaiting();
      this.models?.dispose();
    });
    effect(() => {
      if (this.editor() && this.models?.show(this.tabId(), this.sql(), untracked(this.cursor)) === true)
        this.tellCursor();
    });
    effect(() => {
      if (this.editor()) this.models?.keepOnly(this.openTabIds());
    });
    effect(() => {
      if (this.editor()) this.models?.mark(this.tabId(), this.mark());
    });
    effect(() => {
      const theme = this.theme();
      if (this.editor() && this.monaco) installTheme(this.monaco, theme === 'dark', this.host);
    });
  }

  /** The text that Run sends. */
  runTarget(): RunTarget {
    const editor = this.editor();
    const model = editor?.getModel();
    const selection = editor?.getSelection();
    if (!model || !selection || selection.isEmpty() || model.getValueInRange(selection).trim() === '') {
      return { sql: model?.getValue() ?? this.sql(), offset: 0, isSelection: false };
    }
    return {
      sql: model.getValueInRange(selection),
      offset: model.getOffsetAt(selection.getStartPosition()),
      isSelection: true,
    };
  }

  /** Puts a text in place of the selection, or at the cursor, as if it had been typed. */
  insert(text: string): void {
    const editor = this.editor();
    const selection = editor?.getSelection();
    if (!editor || !selection) return;
    editor.pushUndoStop();
    editor.executeEdits('insert', [{ range: selection, text, forceMoveMarkers: true }]);
    editor.pushUndoStop();
    editor.focus();
  }

  /** Moves the cursor to an offset, shows it and takes the focus. */
  goTo(offset: number): void {
    const editor = this.editor();
    const position = editor?.getModel()?.getPositionAt(offset);
    if (!editor || !position) return;
    editor.setPosition(position);
    editor.revealPositionInCenterIfOutsideViewport(position);
    editor.focus();
  }

  /** Takes the focus. */
  focus(): void {
    this.editor()?.focus();
  }

  protected ready(editor: MonacoEditor.IStandaloneCodeEditor): void {
    const { monaco } = window;
    if (!monaco) return;
    this.monaco = monaco;
    installSql(monaco);
    this.models = new TabModels(monaco, editor, (sql) => this.sqlChange.emit(sql));
    this.bindRunKeys(monaco, editor);
    editor.onDidChangeCursorPosition(() => this.tellCursor());
    this.hasFailed.set(false);
    this.isReady.set(true);
    this.editor.set(editor);
    editor.focus();
  }

  private tellCursor(): void {
    const editor = this.editor();
    const position = editor?.getPosition();
    if (!editor || !position) return;
    const offset = editor.getModel()?.getOffsetAt(position) ?? 0;
    this.cursorChange.emit({ offset, line: position.lineNumber, column: position.column });
  }

  private bindRunKeys({ KeyCode, KeyMod }: Monaco, editor: MonacoEditor.IStandaloneCodeEditor): void {
    const keys: readonly [RunScope, string, number][] = [
      ['usual', 'Run selection, or everything', KeyMod.CtrlCmd | KeyCode.Enter],
      ['statement', 'Run statement at cursor', KeyMod.Alt | KeyCode.Enter],
      ['everything', 'Run everything', KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.Enter],
    ];
    for (const [scope, label, key] of keys) {
      editor.addAction({
        id: `workbench.run.${scope}`,
        label,
        keybindings: [key],
        run: () => this.runAsked.emit(scope),
      });
    }
  }
}
