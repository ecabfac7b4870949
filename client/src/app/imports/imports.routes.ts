import type { Routes } from '@angular/router';
import { ImportPage } from './import-page';
import { ImportsPage } from './imports-page';

export const routes: Routes = [
  { path: '', pathMatch: 'full', title: 'Import', component: ImportsPage },
  { path: ':id', title: 'Import', component: ImportPage },
];
