import { inject, Service } from '@angular/core';
import { KeysAhead } from '../keys/keys-ahead';
import { Dialogs } from '../ui/dialog/dialogs';
import type { Command } from './command-sources';
import type { Palette } from './palette';

/** Opens the palette and runs what was chosen, with the focus back where it was. */
@Service()
export class PaletteOpener {
  private readonly dialogs = inject(Dialogs);
  private readonly keysAhead = inject(KeysAhead);
  private isOpen = false;

  /** Nothing happens while it is open, or while another dialog wants an answer. */
  async open(): Promise<void> {
    if (this.isOpen || document.querySelector('.cdk-dialog-container') !== null) return;
    this.isOpen = true;
    this.keysAhead.hold();
    const part = await import('./palette').catch(() => null);
    const command = part ? await this.dialogs.open<Palette, Command>(part.Palette, { width: 560 }) : undefined;
    this.keysAhead.drop();
    this.isOpen = false;
    command?.run();
  }
}
