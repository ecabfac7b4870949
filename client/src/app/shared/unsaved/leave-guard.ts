import { inject, Service } from '@angular/core';
import type { CanDeactivateFn, Routes } from '@angular/router';
import { Dialogs } from '../ui/dialog/dialogs';
import { UnsavedForms } from './unsaved-forms';

/** Asks before a page with unsaved changes is left. */
@Service()
export class LeaveQuestion {
  private readonly dialogs = inject(Dialogs);
  private readonly forms = inject(UnsavedForms);
  private asking: Promise<boolean> | null = null;

  /** Whether the page may be left; routes that are left together ask once. */
  ask(): Promise<boolean> {
    this.asking ??= this.answer().finally(() => (this.asking = null));
    return this.asking;
  }

  private async answer(): Promise<boolean> {
    const question = this.forms.discardQuestion();
    return question === null || (await this.dialogs.confirm(question));
  }
}

const whenSaved: CanDeactivateFn<unknown> = async () => {
  const forms = inject(UnsavedForms);
  const isLeft = await inject(LeaveQuestion).ask();
  if (isLeft) forms.closeAll();
  return isLeft;
};

/** The routes, each of which asks before unsaved changes are lost. Children have to be guarded by themselves. */
export function guarded(routes: Routes): Routes {
  return routes.map((route) =>
    route.redirectTo === undefined ? { ...route, canDeactivate: [...(route.canDeactivate ?? []), whenSaved] } : route,
  );
}
