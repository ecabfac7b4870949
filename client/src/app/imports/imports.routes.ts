import type { Routes } from '@angular/router';
import { guarded } from '../shared/unsaved/leave-guard';
import { ImportPage } from './import-page';
import { ImportsPage } from './imports-page';

export const routes: Routes = guarded([
  { path: '', pathMatch: 'full', title: 'Import', component: ImportsPage },
  { path: ':id', title: 'Import', component: ImportPage },
]);
