import type { IDisposable, editor as MonacoEditor } from 'monaco-editor';
import { keyText } from '../../../shared/keys/key-names';
import { rangeOf } from '../../../shared/editor/ui/model-range';

/** The statement that an offset of a text lies in, where the text has several; null where there is nothing to mark. */
export type FindStatement = (sql: string, offset: number) => { readonly sql: string; readonly offset: number } | null;

/** The mark follows the cursor at this distance, in milliseconds, so that typing never waits for it. */
const FOLLOW_MS = 150;
/** Longer texts have no mark, in characters: finding it would take a noticeable time. */
const MAX_CHARACTERS = 500_000;

/** Marks the statement under the cursor with a line in the margin: it is what Run statement would send. */
export class StatementMark {
  private readonly decorations: MonacoEditor.IEditorDecorationsCollection;
  private readonly listeners: IDisposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly editor: MonacoEditor.IStandaloneCodeEditor,
    private readonly find: FindStatement,
  ) {
    this.decorations = editor.createDecorationsCollection();
    const follow = (): void => this.soon();
    this.listeners = [
      editor.onDidChangeCursorPosition(follow),
      editor.onDidChangeModelContent(follow),
      editor.onDidChangeModel(follow),
    ];
    this.soon();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const listener of this.listeners) listener.dispose();
    this.decorations.clear();
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), FOLLOW_MS);
  }

  private show(): void {
    const [model, position] = [this.editor.getModel(), this.editor.getPosition()];
    if (!model || !position) return;
    const isShort = model.getValueLength() <= MAX_CHARACTERS;
    const found = isShort ? this.find(model.getValue(), model.getOffsetAt(position)) : null;
    if (found === null) {
      this.decorations.clear();
      return;
    }
    const range = rangeOf(model, { start: found.offset, end: found.offset + found.sql.length });
    // A mark grows with what is typed in it. Setting it anew would draw the editor once more.
    if (this.decorations.getRange(0)?.equalsRange(range)) return;
    const options = {
      isWholeLine: true,
      linesDecorationsClassName: 'dw-statement-mark',
      linesDecorationsTooltip: `${keyText('Alt+Enter')} runs this statement`,
    };
    this.decorations.set([{ range, options }]);
  }
}
