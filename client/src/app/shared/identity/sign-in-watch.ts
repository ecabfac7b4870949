import { DOCUMENT } from '@angular/common';
import { DestroyRef, effect, inject, Service, untracked } from '@angular/core';
import { LiveEvents } from '../http/live-events';
import { ServerState } from '../http/server-state';
import { Dialogs } from '../ui/dialog/dialogs';
import { Identity } from './identity';
import { PAGE_LOADER } from './page-loader';
import { signInAddress } from './return-to';

/** Notices while the page is open that its sign-in has ended, asks for a new one over the page, and then goes on. */
@Service({ autoProvided: false })
export class SignInWatch {
  private readonly identity = inject(Identity);
  private readonly events = inject(LiveEvents);
  private readonly server = inject(ServerState);
  private readonly dialogs = inject(Dialogs);
  private readonly pages = inject(PAGE_LOADER);
  private readonly document = inject(DOCUMENT);
  private wasConnected = false;

  constructor() {
    effect(() => {
      if (this.identity.isLost()) untracked(() => void this.ask());
    });
    const onVisible = (): void => void (this.document.hidden || this.identity.check());
    this.document.addEventListener('visibilitychange', onVisible);
    inject(DestroyRef).onDestroy(() => this.document.removeEventListener('visibilitychange', onVisible));
    effect(() => this.followStream(this.events.isConnected()));
    effect(() => {
      const isUnread = this.identity.options() === null && this.server.isReachable();
      if (isUnread) untracked(() => void this.readLate());
    });
  }

  private async ask(): Promise<void> {
    const part = await import('./ui/sign-in-dialog').catch(() => null);
    if (!this.identity.isLost()) return;
    // The workbench was updated meanwhile: its texts are in the browser, the page can be loaded anew.
    if (part === null) this.pages.reload();
    else await this.dialogs.open(part.SignInDialog, { width: 400, isLocked: true });
    this.events.reopen();
  }

  /** The server ends the stream of a sign-in together with it, and when what the person may do has changed. */
  private followStream(isConnected: boolean): void {
    if (this.wasConnected && !isConnected) untracked(() => void this.identity.check());
    this.wasConnected = isConnected;
  }

  /** The page was loaded while the server did not answer: only now is it known whose it is. */
  private async readLate(): Promise<void> {
    const shownFor = this.identity.personalKey('');
    await this.identity.load();
    if (this.identity.options() === null) return;
    const isUnknown = this.identity.asksForSignIn() && this.identity.me() === null;
    if (isUnknown) this.pages.open(signInAddress(location.pathname + location.search));
    else if (this.identity.personalKey('') !== shownFor) this.pages.reload();
  }
}
