/** The statements that begin or end a transaction themselves. */
const CONTROL = '^(?:BEGIN|START|COMMIT|END|ROLLBACK|ABORT)\\b';

/** Those, and the ones that an engine documents as impossible in a transaction or as no part of one. */
export function outsideTransaction(...patterns: string[]): RegExp {
  return new RegExp([CONTROL, ...patterns].map((pattern) => `(?:${pattern})`).join('|'));
}
