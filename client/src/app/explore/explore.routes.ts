import type { Routes } from '@angular/router';
import { ExplorePage } from './explore-page';

export const routes: Routes = [{ path: '', title: 'Explore', component: ExplorePage }];
