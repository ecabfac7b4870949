declare const SHAPE: unique symbol;

/** A body that its handler reads itself; `Shape` is what it has to be, for those who send it. */
export type UnreadBody<Shape> = Readonly<Record<string, unknown>> & { readonly [SHAPE]?: Shape };
