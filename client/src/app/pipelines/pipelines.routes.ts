import type { Routes } from '@angular/router';

export const routes: Routes = [
  { path: '', title: 'Data', loadComponent: async () => (await import('./data-page')).DataPage },
];
