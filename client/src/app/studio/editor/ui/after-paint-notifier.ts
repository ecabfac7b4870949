/** A page that paints nothing, as in a tab behind others, is notified after this long, in milliseconds. */
const UNPAINTED_MS = 100;
/** What is costly to report waits for a pause of this length, in milliseconds. */
const PAUSE_MS = 150;
/** Without a pause it is reported after this time, in milliseconds. */
const LONGEST_WAIT_MS = 450;
/** Whatever a person does next begins with one of these. */
const BEGINNINGS = ['keydown', 'pointerdown', 'click', 'focusout', 'pagehide', 'visibilitychange'] as const;

/**
 * Reports what was typed once it is painted, so that no key waits for the page around the editor; what is costly to
 * report, such as a long text, once the person pauses. At once when the person begins anything but to type on, so that
 * nothing ever acts on an older text.
 */
export class AfterPaintNotifier {
  private isWaiting = false;
  private isPausing = false;
  private dueAtMs = 0;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly notify: () => void,
    private readonly isCostly: () => boolean = () => false,
  ) {
    for (const type of BEGINNINGS) window.addEventListener(type, this.begun, { capture: true });
  }

  /** There is something to report. */
  soon(): void {
    if (this.isPausing) this.waitForPause();
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.dueAtMs = performance.now() + LONGEST_WAIT_MS;
    this.timer = setTimeout(() => this.now(), UNPAINTED_MS);
    this.frame = requestAnimationFrame(() => this.painted());
  }

  /** Reports what has not been reported. */
  now(): void {
    if (!this.isWaiting) return;
    this.cancel();
    this.notify();
  }

  /** Reports nothing any more. */
  dispose(): void {
    for (const type of BEGINNINGS) window.removeEventListener(type, this.begun, { capture: true });
    this.cancel();
  }

  private painted(): void {
    clearTimeout(this.timer);
    this.isPausing = this.isCostly();
    if (this.isPausing) this.waitForPause();
    else this.timer = setTimeout(() => this.now());
  }

  private waitForPause(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.now(), Math.min(PAUSE_MS, this.dueAtMs - performance.now()));
  }

  private cancel(): void {
    this.isWaiting = false;
    this.isPausing = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private readonly begun = (event: Event): void => {
    if (!(event instanceof KeyboardEvent) || !isTyped(event)) this.now();
  };
}

/** Whether a key only writes a letter. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey;
}
