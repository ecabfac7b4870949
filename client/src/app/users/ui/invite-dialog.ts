import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { DOCUMENT } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import type { Role } from '#libs/access';
import type { Invitation, InvitationInput } from '#libs/api';
import { FormSending } from '../../shared/http/form-sending';
import { emailError } from '../../shared/identity/password-rule';
import { shortTime } from '../../shared/time/short-time';
import { DialogFrame } from '../../shared/ui/dialog/dialog-frame';
import { FormActions } from '../../shared/ui/dialog/form-actions';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { Icon } from '../../shared/ui/icon/icon';
import { ShownOnce } from '../../shared/ui/secret/shown-once';
import { UsersApi } from '../data/users-api';

/** An invitation to show this once, or null to make one first. */
export interface InviteDialogData {
  invitation: Invitation | null;
}

type InviteField = 'email' | 'name' | 'role';

/** Invites a person and shows the link, this once; or shows the link of a reset. */
@Component({
  selector: 'dw-invite-dialog',
  imports: [DialogFrame, Field, FieldControl, FormActions, Icon, ShownOnce],
  templateUrl: './invite-dialog.html',
  styleUrl: './invite-dialog.css',
})
export class InviteDialog {
  private readonly api = inject(UsersApi);
  private readonly origin = inject(DOCUMENT).location.origin;
  protected readonly dialog = inject<DialogRef>(DialogRef);

  protected readonly invitation = signal(inject<InviteDialogData>(DIALOG_DATA).invitation);
  protected readonly link = computed(() => this.origin + (this.invitation()?.link ?? ''));
  protected readonly endsAt = computed(() => shortTime(this.invitation()?.expires_at ?? '', new Date()));
  protected readonly form = signal<{ email: string; name: string; role: Role }>({ email: '', name: '', role: 'user' });
  protected readonly sending = new FormSending<InviteField>(() => ({
    email: emailError(this.form().email),
    name: null,
    role: null,
  }));

  protected type(field: 'email' | 'name', value: string): void {
    this.form.update((form) => ({ ...form, [field]: value }));
    this.sending.forget(field);
  }

  protected pickRole(value: string): void {
    this.form.update((form) => ({ ...form, role: value === 'admin' ? 'admin' : 'user' }));
  }

  protected async send(): Promise<void> {
    await this.sending.send(async () => {
      const { email, name, role } = this.form();
      const input: InvitationInput = { email: email.trim(), role };
      if (name.trim() !== '') input.name = name.trim();
      this.invitation.set(await this.api.invite(input));
    });
  }
}
