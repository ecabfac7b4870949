interface Running<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  wanted: number;
}

/**
 * Runs work once for all callers that ask for it at the same time. When the last of them gives up, the work is aborted,
 * and the next caller starts it anew.
 */
export class SingleFlight<T> {
  readonly #running = new Map<string, Running<T>>();

  /**
   * Joins what runs under `key`, or starts it; work may abort itself by the controller that it gets. Rejects with the
   * signal's reason for a caller that gives up.
   */
  async run(key: string, signal: AbortSignal, work: (controller: AbortController) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const running = this.#running.get(key) ?? this.#start(key, work);
    running.wanted += 1;
    const { promise: gaveUp, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      this.#leave(key, running);
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([running.promise, gaveUp]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  #start(key: string, work: (controller: AbortController) => Promise<T>): Running<T> {
    const controller = new AbortController();
    const promise = work(controller);
    const running = { promise, controller, wanted: 0 };
    this.#running.set(key, running);
    const end = (): void => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
    promise.then(end, end);
    return running;
  }

  #leave(key: string, running: Running<T>): void {
    running.wanted -= 1;
    if (running.wanted > 0) return;
    if (this.#running.get(key) === running) this.#running.delete(key);
    running.controller.abort();
  }
}
