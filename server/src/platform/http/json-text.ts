/** A body that is JSON already; `Shape` says what it would parse to. */
export class JsonText<Shape> {
  /** Only for the type checker: what the text holds. */
  declare readonly shape: Shape;

  /**
   * Takes the pieces that the text is made of, which must not change until it is sent. `onSent` is called once the
   * whole text has left this process; not for an answer that is broken off, nor for a text that is used otherwise.
   */
  constructor(
    readonly pieces: readonly (string | Buffer)[],
    readonly onSent?: () => void,
  ) {}

  get byteLength(): number {
    return this.pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  }

  toString(): string {
    return this.pieces.map(String).join('');
  }
}

/** The answer of a handler that writes its response itself; `Shape` is what the JSON of it parses to. */
export type Written<Shape> = JsonText<Shape> | undefined;
