import type { Routes } from '@angular/router';

export const routes: Routes = [
  { path: '', title: 'Jobs', loadComponent: async () => (await import('./jobs-page')).JobsPage },
];
