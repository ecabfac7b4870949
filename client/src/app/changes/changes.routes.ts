import type { Routes, UrlMatchResult, UrlSegment } from '@angular/router';

/** The list, or the list with a change set beside it: one route, so that the list stays as it is. */
function listOrChange(segments: UrlSegment[]): UrlMatchResult | null {
  const [id] = segments;
  if (id === undefined) return { consumed: [] };
  return segments.length === 1 ? { consumed: segments, posParams: { id } } : null;
}

export const routes: Routes = [
  {
    matcher: listOrChange,
    title: 'Changes',
    loadComponent: async () => (await import('./changes-page')).ChangesPage,
  },
];
