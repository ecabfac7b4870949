import type { IDisposable, editor as MonacoEditor } from 'monaco-editor';
import { DEFAULT_DIALECT } from '#libs/dialects';
import type { SqlDialect } from '#libs/dialects';
import type { Monaco } from '../../../shared/editor/ui/monaco-setup';
import { withLineEnd } from '../line-ends';
import type { ErrorMark } from '../error-mark';
import { rangeOf } from '../../../shared/editor/ui/model-range';
import { sqlLanguage } from '../../../shared/editor/ui/language-id';
import { AfterPaintNotifier } from './after-paint-notifier';

const MARKER_OWNER = 'run';
/** A text of this many characters costs more to report, and to keep, than a frame may take beside a key. */
const LONG_TEXT = 20_000;

/** Where the cursor is: its offset in the text, from 0, and its line and column, from 1. */
export interface CursorPlace {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Who is notified what became of a tab's text and of the cursor in it. */
export interface TabListener {
  changed(tabId: string, sql: string): void;
  moved(tabId: string, place: CursorPlace): void;
}

interface TabModel {
  readonly model: MonacoEditor.ITextModel;
  viewState: MonacoEditor.ICodeEditorViewState | null;
}

/** Monaco's models, one for each tab that was shown, with the place and the folds each had when it was left. */
export class TabModels {
  private readonly models = new Map<string, TabModel>();
  private readonly listeners: readonly IDisposable[];
  private shownId: string | null = null;
  private isTakingOver = false;
  /** What was reported last: when it comes back, nothing has to be compared letter by letter. */
  private reported: string | null = null;
  private isTextNew = false;
  private dialect = DEFAULT_DIALECT;
  private readonly notifier: AfterPaintNotifier;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: MonacoEditor.IStandaloneCodeEditor,
    private readonly listener: TabListener,
  ) {
    const isLong = (): boolean => this.isTextNew && (editor.getModel()?.getValueLength() ?? 0) > LONG_TEXT;
    this.notifier = new AfterPaintNotifier(() => this.report(), isLong);
    this.listeners = [
      editor.onDidChangeModelContent(() => {
        if (this.isTakingOver) return;
        this.isTextNew = true;
        this.notifier.soon();
      }),
      editor.onDidChangeCursorPosition(() => this.notifier.soon()),
    ];
  }

  /** Reports at once what has changed. */
  reportNow(): void {
    this.notifier.now();
  }

  /**
   * Brings a tab's text into the editor; a text that was changed elsewhere replaces what the model holds. True when
   * another tab was in the editor before.
   */
  show(tabId: string, sql: string, cursor: number): boolean {
    if (this.shownId === tabId && sql === this.reported) return false;
    const tab = this.models.get(tabId) ?? this.create(tabId, sql);
    // A text with both kinds of line ends would otherwise never equal its model.
    if (tab.model.getValue() !== withLineEnd(sql, tab.model.getEOL())) this.replaceText(tab.model, sql);
    if (this.shownId === tabId) return false;
    this.notifier.now();
    this.leave();
    this.shownId = tabId;
    this.reported = null;
    this.isTakingOver = true;
    this.editor.setModel(tab.model);
    this.isTakingOver = false;
    if (tab.viewState) this.editor.restoreViewState(tab.viewState);
    else this.placeCursor(tab.model, cursor);
    this.takeFocus();
    this.notifier.soon();
    return true;
  }

  /** An open dialog keeps the focus: the editor may arrive after a question that the address brought. */
  private takeFocus(): void {
    const dialogs = '[aria-modal="true"], .cdk-overlay-container [role="dialog"]';
    if (document.querySelector(dialogs) === null) this.editor.focus();
  }

  /** Colours the shown text as a dialect reads it. */
  setDialect(dialect: SqlDialect): void {
    this.dialect = dialect;
    const model = this.editor.getModel();
    if (model) this.monaco.editor.setModelLanguage(model, sqlLanguage(dialect));
  }

  /** Underlines where the database found the tab's text wrong, or takes the line away. */
  mark(tabId: string, mark: ErrorMark | null): void {
    const model = this.models.get(tabId)?.model;
    if (!model) return;
    const { monaco } = this;
    const markers = mark
      ? [{ ...rangeOf(model, mark), message: mark.message, severity: monaco.MarkerSeverity.Error }]
      : [];
    monaco.editor.setModelMarkers(model, MARKER_OWNER, markers);
  }

  /** Lets go of the models of closed tabs. */
  keepOnly(openIds: readonly string[]): void {
    for (const [id, { model }] of this.models) {
      if (openIds.includes(id) || id === this.shownId) continue;
      model.dispose();
      this.models.delete(id);
    }
  }

  dispose(): void {
    this.notifier.dispose();
    for (const listener of this.listeners) listener.dispose();
    for (const { model } of this.models.values()) model.dispose();
    this.models.clear();
  }

  private report(): void {
    const [id, model, position] = [this.shownId, this.editor.getModel(), this.editor.getPosition()];
    if (id === null || !model || !position) return;
    if (this.isTextNew) {
      this.isTextNew = false;
      this.reported = model.getValue();
      this.listener.changed(id, this.reported);
    }
    const { lineNumber: line, column } = position;
    this.listener.moved(id, { offset: model.getOffsetAt(position), line, column });
  }

  private create(tabId: string, sql: string): TabModel {
    const tab: TabModel = { model: this.monaco.editor.createModel(sql, sqlLanguage(this.dialect)), viewState: null };
    this.models.set(tabId, tab);
    return tab;
  }

  private leave(): void {
    const tab = this.shownId === null ? undefined : this.models.get(this.shownId);
    if (tab) tab.viewState = this.editor.saveViewState();
  }

  private replaceText(model: MonacoEditor.ITextModel, sql: string): void {
    this.reported = null;
    this.isTakingOver = true;
    model.pushStackElement();
    model.pushEditOperations([], [{ range: model.getFullModelRange(), text: sql }], () => null);
    model.pushStackElement();
    this.isTakingOver = false;
  }

  private placeCursor(model: MonacoEditor.ITextModel, cursor: number): void {
    const position = model.getPositionAt(cursor);
    this.editor.setPosition(position);
    this.editor.revealPositionInCenterIfOutsideViewport(position);
  }
}
