import { Component, computed, inject, input, output, signal } from '@angular/core';
import type { ChangeSetDetails } from '#libs/api';
import { initialsOf } from '../../shared/identity/initials';
import { Moment } from '../../shared/time/moment';
import { Icon } from '../../shared/ui/icon/icon';
import { changeHistory } from '../data/change-history';
import { CommentDrafts } from '../data/comment-drafts';

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
  private readonly drafts = inject(CommentDrafts);
  protected readonly text = computed(() => this.drafts.text(this.change().id));
  protected readonly isSending = signal(false);
  protected readonly initials = initialsOf;
  protected readonly history = computed(() => changeHistory(this.change()));

  protected type(text: string): void {
    this.drafts.keep(this.change(), text);
  }

  protected async comment(): Promise<void> {
    const text = this.text().trim();
    const { id } = this.change();
    if (text === '' || this.isSending()) return;
    this.isSending.set(true);
    // What is typed while a comment is on its way is the next one.
    if ((await this.send()(text)) && this.drafts.text(id).trim() === text) this.drafts.drop(id);
    this.isSending.set(false);
  }
}
