import type { Routes } from '@angular/router';
import { LayersPage } from './layers-page';

export const routes: Routes = [
  { path: '', title: 'Layers', component: LayersPage },
  { path: ':queryId', title: 'Layer', loadComponent: async () => (await import('./layer-page')).LayerPage },
];
