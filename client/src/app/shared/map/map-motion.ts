const ANIMATION_MS = 160;

/** How long the view of a map moves, in milliseconds; 0 for a person who prefers reduced motion. */
export function animationMs(): number {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : ANIMATION_MS;
}
