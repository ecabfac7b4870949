import type { Routes } from '@angular/router';

export const routes: Routes = [
  { path: '', title: 'Studio', loadComponent: async () => (await import('./studio-page')).StudioPage },
];
