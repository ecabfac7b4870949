/** A body that is JSON already; `Shape` says what it would parse to. */
export class JsonText<Shape> {
  /** Only for the type checker: what the text holds. */
  declare readonly shape: Shape;

  constructor(readonly text: string) {}
}

/** The answer of a handler that writes its response itself; `Shape` is what the JSON of it parses to. */
export type Written<Shape> = JsonText<Shape> | undefined;
