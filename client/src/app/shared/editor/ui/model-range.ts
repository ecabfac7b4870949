import type { editor as MonacoEditor, IRange } from 'monaco-editor';

/** A stretch of a model's text, by offsets from 0, in Monaco's lines and columns. */
export function rangeOf(model: MonacoEditor.ITextModel, { start, end }: { start: number; end: number }): IRange {
  const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
  return {
    startLineNumber: from.lineNumber,
    startColumn: from.column,
    endLineNumber: to.lineNumber,
    endColumn: to.column,
  };
}
