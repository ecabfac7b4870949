/** A wait that can be cut short. For one wait at a time. */
export class ShortWait {
  private cutShort: (() => void) | null = null;

  /** Resolves after a time in milliseconds, or once it is cut short. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.cutShort = null;
        resolve();
      };
      const timer = setTimeout(end, ms);
      this.cutShort = end;
    });
  }

  /** Ends the wait, if there is one. */
  end(): void {
    this.cutShort?.();
  }
}
