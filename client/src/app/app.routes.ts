import type { Routes } from '@angular/router';

/** Every area is a lazy chunk; an area that is not built yet has no route. */
export const routes: Routes = [
  { path: '', pathMatch: 'full', redirectTo: 'studio' },
  { path: 'studio', loadChildren: async () => (await import('./studio/studio.routes')).routes },
  {
    path: '**',
    title: 'Not found',
    loadComponent: async () => (await import('./shell/not-found-page')).NotFoundPage,
  },
];
