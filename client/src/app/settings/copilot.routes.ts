import type { Routes } from '@angular/router';
import { CopilotSettingsPage } from './copilot-settings-page';

export const routes: Routes = [{ path: '', title: 'AI Copilot', component: CopilotSettingsPage }];
