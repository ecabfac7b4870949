/** Progress is reported this often while nothing else changes. */
export const REPORT_EVERY_MS = 500;
/** A report of so many characters waits for a millisecond more: with 10,000 statements it takes long to make and to send. */
const CHARS_PER_MS = 500;

/** The run that is reported. */
export interface ReportedRun {
  readonly isOver: boolean;
  progress(): unknown;
  onChange(listener: () => void): () => void;
}

/** A run's progress as JSON, made once for all who watch the run. */
export class RunReport {
  private last: { readonly text: string; readonly madeAtMs: number; readonly isOver: boolean } | null = null;
  private hasChanged = false;

  constructor(
    private readonly run: ReportedRun,
    private readonly monotonicMs: () => number,
  ) {
    run.onChange(() => (this.hasChanged = true));
  }

  /** The same text as before where that is recent; the end of the run makes a new one at once. */
  text(): string {
    const { last, run } = this;
    if (last !== null && last.isOver === run.isOver && !this.isDue(last)) return last.text;
    this.hasChanged = false;
    const text = JSON.stringify(run.progress());
    this.last = { text, madeAtMs: this.monotonicMs(), isOver: run.isOver };
    return text;
  }

  private isDue({ text, madeAtMs }: { readonly text: string; readonly madeAtMs: number }): boolean {
    const gapMs = text.length / CHARS_PER_MS;
    return this.monotonicMs() - madeAtMs >= (this.hasChanged ? gapMs : Math.max(gapMs, REPORT_EVERY_MS));
  }
}
