import type { IDisposable, editor as MonacoEditor } from 'monaco-editor';
import type { LintMarker } from '#libs/api';
import type { Monaco } from './monaco-setup';
import { rangeOf } from './model-range';

/** Asks what the database's grammar does not take in a text; null when it is not known. Rejects when it is aborted. */
export type AskForLint = (sql: string, signal: AbortSignal) => Promise<readonly LintMarker[] | null>;

const MARKER_OWNER = 'lint';
/** A pause in typing of this length asks, in milliseconds. */
const PAUSE_MS = 350;
/** Longer texts are not looked at as one types, in characters. */
const MAX_CHARACTERS = 300_000;

/** Underlines what the database's grammar does not take, a moment after each pause in typing. */
export class SqlLint {
  private readonly listeners: IDisposable[];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asking: AbortController | null = null;

  constructor(
    private readonly monaco: Monaco,
    private readonly editor: MonacoEditor.IStandaloneCodeEditor,
    private readonly ask: AskForLint,
  ) {
    this.listeners = [editor.onDidChangeModelContent(() => this.soon()), editor.onDidChangeModel(() => this.soon(0))];
    this.soon(0);
  }

  /** Looks at the text once more: it is read with another grammar now. */
  again(): void {
    this.soon(0);
  }

  dispose(): void {
    this.stop();
    for (const listener of this.listeners) listener.dispose();
  }

  /** What was asked before is stale. */
  private soon(pauseMs = PAUSE_MS): void {
    this.stop();
    this.timer = setTimeout(() => void this.look(), pauseMs);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
  }

  private async look(): Promise<void> {
    const model = this.editor.getModel();
    if (!model || model.getValueLength() > MAX_CHARACTERS) return;
    const [sql, version] = [model.getValue(), model.getVersionId()];
    const asking = new AbortController();
    this.asking = asking;
    const found = sql.trim() === '' ? [] : await this.ask(sql, asking.signal).catch(() => null);
    if (asking.signal.aborted || model.isDisposed() || model.getVersionId() !== version) return;
    this.show(model, found ?? []);
  }

  private show(model: MonacoEditor.ITextModel, found: readonly LintMarker[]): void {
    const { Error: error, Warning: warning } = this.monaco.MarkerSeverity;
    const markers = found.map(({ message, severity, start, end }) => {
      return { ...rangeOf(model, { start, end }), message, severity: severity === 'error' ? error : warning };
    });
    this.monaco.editor.setModelMarkers(model, MARKER_OWNER, markers);
  }
}
