import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, inject, signal } from '@angular/core';
import type { Snippet } from '#libs/api';
import { SNIPPET_LIMITS, snippetNameMistake, snippetTextMistake } from '#libs/settings';
import { SqlField } from '../../shared/editor/ui/sql-field';
import { FormSending } from '../../shared/http/form-sending';
import { SnippetsStore } from '../../shared/settings/snippets.store';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';

/** The snippet to change, or null for a new one. */
export interface SnippetDialogData {
  readonly snippet: Snippet | null;
}

const HELP = '${1:table} is a placeholder, ${2:column} the next one. ${0} is where the cursor stops.';

/** Adds or changes a snippet. Closes with true when it was saved. */
@Component({
  selector: 'dw-snippet-dialog',
  imports: [Field, FieldControl, FormFrame, SqlField],
  template: `
    <dw-form-frame
      [heading]="snippet === null ? 'Add snippet' : 'Edit ' + snippet.name"
      [action]="snippet === null ? 'Add snippet' : 'Save snippet'"
      [state]="sending"
      (sent)="send()"
    >
      <dw-field label="Name" help="Typed in the editor to insert the text." [error]="sending.errors().name">
        <input
          #nameBox
          class="dw-input dw-form dw-mono"
          dwFieldControl
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          [attr.maxlength]="limits.nameCharacters"
          [value]="name()"
          (input)="rename(nameBox.value)"
          (blur)="name() && sending.leave('name')"
        />
      </dw-field>
      <dw-field label="Text" [help]="help" [error]="sending.errors().text">
        <dw-sql-field
          label="Text"
          [value]="text()"
          [lines]="6"
          (valueChange)="change($event)"
          (left)="text() && sending.leave('text')"
        />
      </dw-field>
    </dw-form-frame>
  `,
})
export class SnippetDialog {
  protected readonly snippet = inject<SnippetDialogData>(DIALOG_DATA).snippet;
  private readonly dialog = inject<DialogRef<true>>(DialogRef);
  private readonly store = inject(SnippetsStore);

  protected readonly help = HELP;
  protected readonly limits = SNIPPET_LIMITS;
  protected readonly name = signal(this.snippet?.name ?? '');
  protected readonly text = signal(this.snippet?.text ?? '');
  protected readonly sending = new FormSending<'name' | 'text'>(() => ({
    name: snippetNameMistake(this.name().trim()) ?? this.takenMistake(),
    text: snippetTextMistake(this.text()),
  }));

  /** A new snippet does not replace another one unseen. */
  private takenMistake(): string | null {
    const wanted = this.name().trim().toLowerCase();
    const isTaken = ({ name }: Snippet): boolean => name !== this.snippet?.name && name.toLowerCase() === wanted;
    return this.store.snippets().some(isTaken) ? `There is already a snippet named ${this.name().trim()}.` : null;
  }

  protected rename(name: string): void {
    this.name.set(name);
    this.sending.forget('name');
  }

  protected change(text: string): void {
    this.text.set(text);
    this.sending.forget('text');
  }

  protected async send(): Promise<void> {
    const name = this.name().trim();
    const isDone = await this.sending.send(() =>
      this.store.put(this.snippet?.name ?? name, { name, text: this.text() }),
    );
    if (isDone) this.dialog.close(true);
  }
}
