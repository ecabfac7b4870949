import type { Routes } from '@angular/router';
import { AdminPage } from './admin-page';

export const routes: Routes = [{ path: '', title: 'Admin', component: AdminPage }];
