import type { Routes } from '@angular/router';
import { AuditPage } from './audit-page';

export const routes: Routes = [{ path: '', title: 'Audit', component: AuditPage }];
