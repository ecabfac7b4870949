import { Component, computed, input, resource } from '@angular/core';
import { hexOf } from '#libs/changes';
import { countedText } from '#libs/results';

/** Bytes as their number and their hash: nobody compares a page of digits. */
@Component({
  selector: 'dw-bytes-summary',
  template: `{{ size() }}
    @if (hash.value(); as text) {
      <span [title]="'SHA-256 ' + text">· SHA-256 {{ text.slice(0, 12) }}…</span>
    }`,
})
export class BytesSummary {
  readonly bytes = input.required<Uint8Array<ArrayBuffer>>();

  protected readonly size = computed(() => countedText(this.bytes().length, 'byte'));
  /** Browsers compute hashes on pages of HTTPS and of the machine itself alone. */
  protected readonly hash = resource({
    params: () => this.bytes(),
    loader: async ({ params }) => {
      const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
      return subtle ? hexOf(new Uint8Array(await subtle.digest('SHA-256', params))) : null;
    },
  });
}
