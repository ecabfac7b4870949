/** Values by key, of which the one that was used longest ago makes room for the next. */
export class Recent<Value> {
  private readonly values = new Map<string, Value>();

  /** `onDrop` is called with a value that had to make room. */
  constructor(
    private readonly limit: number,
    private readonly onDrop: (value: Value) => void,
  ) {}

  /** The value of a key, made by `make` where there is none. */
  get(key: string, make: () => Value): Value {
    const value = this.values.get(key) ?? make();
    this.values.delete(key);
    this.values.set(key, value);
    for (const [oldest, dropped] of this.values) {
      if (this.values.size <= this.limit) break;
      this.values.delete(oldest);
      this.onDrop(dropped);
    }
    return value;
  }

  all(): Value[] {
    return [...this.values.values()];
  }
}
