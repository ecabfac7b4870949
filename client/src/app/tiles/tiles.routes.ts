import type { Routes } from '@angular/router';
import { LayerPage } from './layer-page';

export const routes: Routes = [{ path: ':queryId', title: 'Layer', component: LayerPage }];
