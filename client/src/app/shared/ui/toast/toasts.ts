import { LiveAnnouncer } from '@angular/cdk/a11y';
import { createGlobalPositionStrategy, createOverlayRef } from '@angular/cdk/overlay';
import { ComponentPortal } from '@angular/cdk/portal';
import { DestroyRef, inject, Injector, Service, signal } from '@angular/core';
import { ApiProblem } from '../../http/api-problem';
import type { Toast, ToastKeeper, ToastMessage } from './toast';
import { ToastStack } from './toast-stack';

const AT_MOST = 3;
const SHOWN_MS = 5_000;
/** Something that can be undone stays long enough to be read and taken back. */
const WITH_ACTION_MS = 10_000;
/** Who moves by them may be on the way to a message: it keeps its whole time. */
const MOVING_KEYS = new Set(['Tab', 'F6']);

/** Messages at the bottom right, for what the page itself does not show. Errors stay until they are closed. */
@Service()
export class Toasts implements ToastKeeper {
  private readonly injector = inject(Injector);
  private readonly announcer = inject(LiveAnnouncer);
  private readonly shown = signal<readonly Toast[]>([]);
  private readonly timers = new Map<number, ReturnType<typeof setTimeout>>();
  private count = 0;
  private isAttached = false;

  readonly messages = this.shown.asReadonly();

  constructor() {
    const restart = ({ key }: KeyboardEvent): void => {
      if (MOVING_KEYS.has(key)) this.restart();
    };
    addEventListener('keydown', restart);
    inject(DestroyRef).onDestroy(() => {
      removeEventListener('keydown', restart);
      this.hold();
    });
  }

  /** Shows a message; the oldest one makes room. */
  show(message: ToastMessage): number {
    this.attach();
    const toast = { ...message, id: ++this.count };
    const rest = this.shown().slice(0, AT_MOST - 1);
    this.shown()
      .slice(AT_MOST - 1)
      .forEach((dropped) => this.stopTimer(dropped.id));
    this.shown.set([toast, ...rest]);
    this.startTimer(toast);
    const words = message.text ? `${message.title}. ${message.text}` : message.title;
    void this.announcer.announce(words, message.tone === 'danger' ? 'assertive' : 'polite');
    return toast.id;
  }

  /** Shows what could not be done and the server's reason. */
  showFailure(title: string, error: unknown): number {
    return this.show({ tone: 'danger', title, text: ApiProblem.from(error).detail });
  }

  /** Takes a message away. */
  close(id: number): void {
    this.stopTimer(id);
    this.shown.update((toasts) => toasts.filter((toast) => toast.id !== id));
  }

  /** Keeps every message while a person reads or reaches for it. */
  hold(): void {
    for (const id of [...this.timers.keys()]) this.stopTimer(id);
  }

  /** Lets the messages go in their time again. */
  release(): void {
    for (const toast of this.shown()) if (!this.timers.has(toast.id)) this.startTimer(toast);
  }

  private restart(): void {
    for (const toast of this.shown()) if (this.timers.has(toast.id)) this.startTimer(toast);
  }

  private startTimer(toast: Toast): void {
    if (toast.tone === 'danger') return;
    this.stopTimer(toast.id);
    const shownMs = toast.action ? WITH_ACTION_MS : SHOWN_MS;
    this.timers.set(
      toast.id,
      setTimeout(() => this.close(toast.id), shownMs),
    );
  }

  private stopTimer(id: number): void {
    clearTimeout(this.timers.get(id));
    this.timers.delete(id);
  }

  private attach(): void {
    if (this.isAttached) return;
    this.isAttached = true;
    const positionStrategy = createGlobalPositionStrategy(this.injector).bottom('36px').right('12px');
    const overlay = createOverlayRef(this.injector, { positionStrategy, panelClass: 'dw-toast-pane' });
    overlay.attach(new ComponentPortal(ToastStack, null, this.injector)).setInput('toasts', this);
  }
}
