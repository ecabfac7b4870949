import { InjectionToken } from '@angular/core';
import type { UnsavedForm } from '../../unsaved/unsaved-forms';

/** The id that a dialog's heading carries, so that the dialog is named by it. */
export const DIALOG_HEADING_ID = new InjectionToken<string>('DIALOG_HEADING_ID');

/** Closes the dialog, after a question where changes in its fields would be lost. */
export const DISMISS_DIALOG = new InjectionToken<() => void>('DISMISS_DIALOG');

/** What a dialog holds besides its fields that would be lost when it closes. */
export const DIALOG_FORMS = new InjectionToken<Set<UnsavedForm>>('DIALOG_FORMS');
