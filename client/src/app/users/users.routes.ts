import type { Routes } from '@angular/router';
import { UsersPage } from './users-page';

export const routes: Routes = [{ path: '', title: 'Users', component: UsersPage }];
