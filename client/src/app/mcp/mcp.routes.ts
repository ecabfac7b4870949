import type { Routes } from '@angular/router';
import { AgentsPage } from './agents-page';

export const routes: Routes = [{ path: '', title: 'Agents', component: AgentsPage }];
