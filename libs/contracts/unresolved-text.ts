/** Names that no table was found for. */
export interface UnresolvedNames {
  readonly unknown: readonly string[];
  /** Names that several tables have. */
  readonly ambiguous: readonly string[];
  /** Those of `unknown` that are views, whose columns no snapshot has. */
  readonly uncovered: readonly string[];
}

/** Why tables cannot be chosen by these names, a sentence for each reason. */
export function unresolvedText({ unknown, ambiguous, uncovered }: UnresolvedNames): string {
  const missing = unknown.filter((name) => !uncovered.includes(name));
  return [
    ...(uncovered.length > 0
      ? [`Views are not covered: ${uncovered.join(', ')}. Name the tables that they read.`]
      : []),
    ...(missing.length > 0 ? [`These tables were not found: ${missing.join(', ')}.`] : []),
    ...(ambiguous.length > 0 ? [`Several tables could be meant by ${ambiguous.join(', ')}: use quotes.`] : []),
  ].join(' ');
}
