import type { Routes } from '@angular/router';
import { SnippetsPage } from './snippets-page';

export const routes: Routes = [{ path: '', title: 'Snippets', component: SnippetsPage }];
