import { Component, computed, inject, input } from '@angular/core';
import { ServerState } from '../../../shared/http/server-state';
import { DraftSync } from '../../drafts/draft-sync';
import { FileActions } from '../../files/ui/file-actions';
import { SessionsStore } from '../../sessions/sessions.store';
import type { StudioTab } from '../studio-tab';
import { TabsStore } from '../tabs.store';
import { DraftNotice } from '../../drafts/ui/draft-notice';
import { FileNotice } from '../../files/ui/file-notice';
import { SessionNoteBar } from '../../sessions/ui/session-note';

/** What the tab in front has to report above its editor: of its session, its storage, its draft and its file. */
@Component({
  selector: 'dw-tab-notices',
  imports: [DraftNotice, FileNotice, SessionNoteBar],
  template: `
    @if (sessions.activeNote(); as note) {
      <dw-session-note [note]="note" (kept)="sessions.act('keep')" (dismissed)="sessions.dismiss()" />
    }
    @if (tabs.unkept().has(tab().id)) {
      <p class="unkept" role="status">
        This text is too large to store in the browser.
        @if (isOlderOnServer()) {
          Reloading restores an older version.
        } @else {
          It is stored only on the server.
        }
      </p>
    }
    @if (drafts.conflicts().get(tab().id) || drafts.refusals().get(tab().id)) {
      <dw-draft-notice
        [conflict]="drafts.conflicts().get(tab().id) ?? null"
        [refusal]="drafts.refusals().get(tab().id) ?? null"
        (kept)="drafts.keepMine(tab().id)"
        (taken)="drafts.takeTheirs(tab().id)"
      />
    }
    @if (tab().file; as file) {
      @if (files.changes().has(tab().id) || files.goneTabIds().has(tab().id)) {
        <dw-file-notice
          [name]="file.name"
          [isGone]="files.goneTabIds().has(tab().id)"
          (reloaded)="files.reload(tab().id)"
          (kept)="files.keepMine(tab().id)"
          (compared)="files.compare(tab().id)"
        />
      }
    }
  `,
  styles: `
    :host {
      display: contents;
    }
    .unkept {
      flex: none;
      padding: 4px 12px;
      background: var(--dw-warn-bg);
      border-bottom: 1px solid var(--dw-warn-line);
      font-size: 12px;
      line-height: 16px;
      color: var(--dw-warn-text);
    }
  `,
})
export class TabNotices {
  readonly tab = input.required<StudioTab>();

  protected readonly tabs = inject(TabsStore);
  protected readonly sessions = inject(SessionsStore);
  protected readonly drafts = inject(DraftSync);
  protected readonly files = inject(FileActions);
  private readonly server = inject(ServerState);
  /** The text of the tab cannot reach the server. */
  protected readonly isOlderOnServer = computed(
    () =>
      !this.server.isReachable() ||
      this.drafts.refusals().has(this.tab().id) ||
      this.drafts.conflicts().has(this.tab().id),
  );
}
