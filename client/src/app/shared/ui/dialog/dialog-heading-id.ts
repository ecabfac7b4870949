import { InjectionToken } from '@angular/core';

/** The id that a dialog's heading carries, so that the dialog is named by it. */
export const DIALOG_HEADING_ID = new InjectionToken<string>('DIALOG_HEADING_ID');

/** Closes the dialog, after a question where changes in its fields would be lost. */
export const DISMISS_DIALOG = new InjectionToken<() => void>('DISMISS_DIALOG');
