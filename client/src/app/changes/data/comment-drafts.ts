import { Service, signal } from '@angular/core';
import type { ChangeSet } from '#libs/api';
import { listText } from '#libs/results';
import { holdUnsaved } from '../../shared/unsaved/unsaved-forms';

interface CommentDraft {
  /** The title of its change set. */
  readonly title: string;
  readonly text: string;
}

/** Comments that are typed and not sent, one for each change set. Provided by the page, which asks before they are lost. */
@Service({ autoProvided: false })
export class CommentDrafts {
  private readonly drafts = signal<ReadonlyMap<string, CommentDraft>>(new Map());

  constructor() {
    holdUnsaved({
      name: () => `the comment on ${listText(this.titles())}`,
      isDirty: () => this.titles().length > 0,
    });
  }

  /** What is typed for a change set; an empty text where nothing is. */
  text(id: string): string {
    return this.drafts().get(id)?.text ?? '';
  }

  /** Keeps what is typed for a change set. */
  keep({ id, title }: Pick<ChangeSet, 'id' | 'title'>, text: string): void {
    this.drafts.update((drafts) => {
      const kept = new Map(drafts);
      if (text === '') kept.delete(id);
      else kept.set(id, { title, text });
      return kept;
    });
  }

  /** Forgets what is typed for a change set, as when it has been sent. */
  drop(id: string): void {
    this.keep({ id, title: '' }, '');
  }

  /** The titles of the change sets with a comment that could be sent. */
  private titles(): string[] {
    return [...this.drafts().values()].filter(({ text }) => text.trim() !== '').map(({ title }) => title);
  }
}
