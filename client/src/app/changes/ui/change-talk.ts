import { Component, computed, input, output, signal } from '@angular/core';
import type { ChangeSetDetails } from '#libs/api';
import { initialsOf } from '../../shared/identity/initials';
import { Moment } from '../../shared/time/moment';
import { Icon } from '../../shared/ui/icon/icon';
import { holdUnsaved } from '../../shared/unsaved/unsaved-forms';
import { changeHistory } from '../data/change-history';

const LONGEST = 10_000;

/** The comments on a change set, and what has happened to it. */
@Component({
  selector: 'dw-change-talk',
  imports: [Icon, Moment],
  templateUrl: './change-talk.html',
  styleUrl: './change-talk.css',
})
export class ChangeTalk {
  readonly change = input.required<ChangeSetDetails>();
  /** Sends a comment; resolves with whether it was taken. */
  readonly send = input.required<(text: string) => Promise<boolean>>();
  readonly opened = output<string>();

  protected readonly longest = LONGEST;
  protected readonly text = signal('');
  protected readonly isSending = signal(false);
  protected readonly initials = initialsOf;
  protected readonly history = computed(() => changeHistory(this.change()));

  constructor() {
    holdUnsaved({ name: () => 'the comment', isDirty: () => this.text().trim() !== '' });
  }

  protected async comment(): Promise<void> {
    const text = this.text().trim();
    if (text === '' || this.isSending()) return;
    this.isSending.set(true);
    if (await this.send()(text)) this.text.set('');
    this.isSending.set(false);
  }
}
