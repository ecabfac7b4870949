import type { Signal } from '@angular/core';
import type { IconName } from '../icon/icon';

export type ToastTone = 'success' | 'danger' | 'warn' | 'neutral';

/** One message at the corner of the page: what happened, a line more, one thing to do about it. */
export interface ToastMessage {
  tone: ToastTone;
  title: string;
  text?: string;
  icon?: IconName;
  action?: { label: string; run: () => void };
}

export interface Toast extends ToastMessage {
  id: number;
}

/** What the stack of messages needs of those who keep them. */
export interface ToastKeeper {
  readonly messages: Signal<readonly Toast[]>;
  close(id: number): void;
  hold(): void;
  release(): void;
}
