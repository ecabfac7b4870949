/** Marks in the browser's timeline (User Timing) that what is on the page now has been painted. */
export function markPainted(name: string): void {
  requestAnimationFrame(() => setTimeout(() => performance.mark(name)));
}
