interface Flight<T> {
  readonly promise: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/**
 * Runs work once for all callers that ask for it at the same time. When the last of them gives up, the work is aborted,
 * and the next caller starts it anew.
 */
export class SingleFlight<T> {
  private readonly flights = new Map<string, Flight<T>>();

  /**
   * Joins what runs under `key`, or starts it; work may abort itself by the controller that it gets. A caller without a
   * signal never gives up; one with a signal that does gets its reason as the rejection.
   */
  async run(key: string, work: (controller: AbortController) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const flight = this.flights.get(key) ?? this.start(key, work);
    flight.callers += 1;
    if (signal === undefined) return flight.promise;
    let leave = (): void => undefined;
    const gaveUp = new Promise<never>((_, reject) => {
      leave = (): void => {
        this.leave(key, flight);
        reject(signal.reason as Error);
      };
    });
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.promise, gaveUp]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  private start(key: string, work: (controller: AbortController) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const promise = work(controller);
    const flight = { promise, controller, callers: 0 };
    this.flights.set(key, flight);
    const end = (): void => this.forget(key, flight);
    promise.then(end, end);
    return flight;
  }

  private leave(key: string, flight: Flight<T>): void {
    flight.callers -= 1;
    if (flight.callers > 0) return;
    this.forget(key, flight);
    flight.controller.abort();
  }

  private forget(key: string, flight: Flight<T>): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }
}
