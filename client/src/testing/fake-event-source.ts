/** The browser's end of a stream whose other end is the test. */
export class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];

  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  isClosed = false;

  constructor(readonly url: string) {
    super();
    FakeEventSource.opened.push(this);
  }

  /** Opens a stream in place of the browser's own. */
  static readonly open = (url: string): EventSource => new FakeEventSource(url) as unknown as EventSource;

  /** The stream opened last. */
  static get last(): FakeEventSource {
    const last = FakeEventSource.opened.at(-1);
    if (!last) throw new Error('No stream was opened');
    return last;
  }

  connect(): void {
    this.onopen?.();
  }

  fail(): void {
    this.onerror?.();
  }

  emit(name: string, payload: unknown, lastEventId = ''): void {
    const data = typeof payload === 'string' ? payload : JSON.stringify(payload);
    this.dispatchEvent(new MessageEvent(name, { data, lastEventId }));
  }

  close(): void {
    this.isClosed = true;
  }
}
