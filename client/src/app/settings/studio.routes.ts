import type { Routes } from '@angular/router';
import { StudioSettingsPage } from './studio-settings-page';

export const routes: Routes = [{ path: '', title: 'Studio settings', component: StudioSettingsPage }];
