/** A page that paints nothing, as in a tab behind others, is notified after this long, in milliseconds. */
const UNPAINTED_MS = 100;
/** Whatever a person does next begins with one of these. */
const BEGINNINGS = ['keydown', 'pointerdown', 'click', 'focusout', 'pagehide', 'visibilitychange'] as const;

/**
 * Reports what was typed once it is painted, so that no key waits for the page around the editor; at once when the
 * person begins anything but to type on, so that nothing ever acts on an older text.
 */
export class AfterPaintNotifier {
  private isWaiting = false;
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly notify: () => void) {
    for (const type of BEGINNINGS) window.addEventListener(type, this.begun, { capture: true });
  }

  /** There is something to report. */
  soon(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    this.timer = setTimeout(() => this.now(), UNPAINTED_MS);
    this.frame = requestAnimationFrame(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.now());
    });
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

  private cancel(): void {
    this.isWaiting = false;
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
