import type { Routes } from '@angular/router';

const page = {
  title: 'Schema Watch',
  loadComponent: async () => (await import('./schema-watch-page')).SchemaWatchPage,
};

export const routes: Routes = [
  { path: '', ...page },
  { path: ':connectionId', ...page },
];
