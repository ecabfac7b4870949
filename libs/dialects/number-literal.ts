/** A number as every dialect reads it: digits, a fraction and an exponent. */
export const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The kinds of columns whose cells are numbers. */
export type NumberKind = 'integer' | 'decimal' | 'float';
