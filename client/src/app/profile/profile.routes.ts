import type { Routes } from '@angular/router';
import { ProfilePage } from './profile-page';

export const routes: Routes = [{ path: '', title: 'Profile', component: ProfilePage }];
