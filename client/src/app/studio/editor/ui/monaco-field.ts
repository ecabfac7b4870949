import type { editor as MonacoEditor, IPosition } from 'monaco-editor';
import { rangeOf } from '../../../shared/editor/ui/model-range';
import { positionAt, positionWithin } from '../text-position';
import type { TextPlace } from '../text-stretch';
import type { TextField } from './text-field';

/** What the studio reads and writes in the tab that Monaco shows. */
export class MonacoField implements TextField {
  constructor(
    private readonly editor: MonacoEditor.IStandaloneCodeEditor,
    /** Called when a text was replaced. */
    private readonly report: () => void,
  ) {}

  place(): TextPlace {
    const [model, selection] = [this.editor.getModel(), this.editor.getSelection()];
    if (!model || !selection) return { sql: model?.getValue() ?? '', start: 0, end: 0, cursor: 0 };
    return {
      sql: model.getValue(),
      start: model.getOffsetAt(selection.getStartPosition()),
      end: model.getOffsetAt(selection.getEndPosition()),
      cursor: model.getOffsetAt(selection.getPosition()),
    };
  }

  /** One Undo takes it back. */
  replace(stretch: { start: number; end: number }, text: string, cursor: number | null): void {
    const model = this.editor.getModel();
    if (!model) return;
    const range = rangeOf(model, stretch);
    this.editor.pushUndoStop();
    this.editor.executeEdits('replace', [{ range, text, forceMoveMarkers: true }]);
    this.editor.pushUndoStop();
    // By lines: the model may end them in another way than the text does.
    const start = { line: range.startLineNumber, column: range.startColumn };
    const { line, column } = positionWithin(start, positionAt(text, cursor ?? text.length));
    this.show({ lineNumber: line, column });
    this.report();
  }

  goTo(offset: number): void {
    const position = this.editor.getModel()?.getPositionAt(offset);
    if (position) this.show(position);
  }

  focus(): void {
    this.editor.focus();
  }

  private show(position: IPosition): void {
    this.editor.setPosition(position);
    this.editor.revealPositionInCenterIfOutsideViewport(position);
    this.editor.focus();
  }
}
