/** The channel between the tabs of a browser, which the simulated page lacks: what one posts, the others receive at once. */
export class TabChannel extends EventTarget {
  private static readonly open = new Set<TabChannel>();

  constructor(readonly name: string) {
    super();
    TabChannel.open.add(this);
  }

  postMessage(data: unknown): void {
    const others = [...TabChannel.open].filter((one) => one !== this && one.name === this.name);
    for (const other of others) other.dispatchEvent(new MessageEvent('message', { data }));
  }

  close(): void {
    TabChannel.open.delete(this);
  }
}
