import { inject, Service } from '@angular/core';
import { Identity } from '../../shared/identity/identity';
import { isBoolean } from '../../shared/storage/stored-signal';
import { storedSignal } from '../../shared/storage/stored-signal';

/** Whether this browser shows the steps of the guided query. */
@Service()
export class StartStore {
  private readonly hidden = storedSignal(inject(Identity).personalKey('dw.studio.start-hidden'), false, isBoolean);

  readonly isHidden = this.hidden.asReadonly();

  /** Hides the steps for good. */
  hide(): void {
    this.hidden.set(true);
  }
}
