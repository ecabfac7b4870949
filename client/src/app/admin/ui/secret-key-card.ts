import { Component, computed, inject, input, output, signal } from '@angular/core';
import type { SecretKeyStatus } from '#libs/api';
import { Icon } from '../../shared/ui/icon/icon';
import { Toasts } from '../../shared/ui/toast/toasts';
import { AdminApi } from '../data/admin-api';

/** The key that secrets are encrypted with, and the secrets that it cannot decrypt. */
@Component({
  selector: 'dw-secret-key-card',
  imports: [Icon],
  template: `
    <header><h2 id="secret-key-title">Secret key</h2></header>
    @if (status().problem; as problem) {
      <p class="dw-note dw-danger" role="alert"><dw-icon name="circle-x" [size]="14" />{{ problem }}</p>
    } @else {
      <p class="words">
        Passwords and other secrets are encrypted with key <code>{{ status().fingerprint }}</code
        >. Keep a copy of <code>secret.key</code> with your backups.
      </p>
    }
    @for (one of status().missing; track one.fingerprint) {
      <p class="dw-note dw-danger">
        <dw-icon name="triangle-alert" [size]="14" />
        @if (one.fingerprint) {
          Encrypted with key {{ one.fingerprint }}, which is missing:
        } @else {
          Cannot be decrypted:
        }
        {{ names(one.values) }}. Restore that secret.key, or enter these secrets again.
      </p>
    }
    @if (canCreate()) {
      <button type="button" class="dw-btn dw-sm" [attr.aria-busy]="isCreating() || null" (click)="create()">
        Create a new key
      </button>
    }
  `,
  styleUrl: './card.css',
})
export class SecretKeyCard {
  private readonly api = inject(AdminApi);
  private readonly toasts = inject(Toasts);
  readonly status = input.required<SecretKeyStatus>();
  readonly created = output();
  protected readonly isCreating = signal(false);
  protected readonly canCreate = computed(() => this.status().state === 'missing');

  protected names(values: SecretKeyStatus['missing'][number]['values']): string {
    return [...new Set(values.map(({ kind, name }) => `${kind} ${name}`))].join(', ');
  }

  protected async create(): Promise<void> {
    if (this.isCreating()) return;
    this.isCreating.set(true);
    try {
      await this.api.createSecretKey();
      this.toasts.show({ tone: 'success', title: 'Secret key created' });
      this.created.emit();
    } catch (error) {
      this.toasts.showFailure('No key was created', error);
    } finally {
      this.isCreating.set(false);
    }
  }
}
