import { Directive, inject } from '@angular/core';
import { Router } from '@angular/router';
import { DemoActions } from '../shared/demo/demo-actions';
import { commandKey, isModWith } from '../shared/keys/command-key';
import { isTyping } from '../shared/keys/key-names';
import { listenOnDocument } from '../shared/keys/listen-on-document';
import { CommandSources } from '../shared/palette/command-sources';
import { PaletteOpener } from '../shared/palette/palette-opener';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { AREAS } from './areas';
import { RailState } from './rail-state';

/** How long after G the letter of the area may come. */
const SEQUENCE_MS = 1_200;

/** The keys that hold everywhere: ? lists them all, G and a letter goes to an area. They rest while text is typed. */
@Directive({ selector: '[dwShellKeys]' })
export class ShellKeys {
  private readonly router = inject(Router);
  private readonly dialogs = inject(Dialogs);
  private readonly palette = inject(PaletteOpener);
  private readonly rail = inject(RailState);
  private waitsUntil = 0;

  constructor() {
    listenOnDocument('keydown', (event) => this.onKey(event));
    inject(CommandSources).add(() => [
      ...AREAS.map(({ path, name, icon, keys }) => ({
        id: `place ${path}`,
        title: name,
        kind: 'place' as const,
        icon,
        keys,
        order: 2,
        run: () => void this.router.navigate([path], { queryParamsHandling: 'merge' }),
      })),
      {
        id: 'keys',
        title: 'All keys',
        kind: 'action',
        icon: 'keyboard',
        keys: '?',
        order: 2,
        run: () => void this.showKeys(),
      },
    ]);
    const demo = inject(DemoActions);
    inject(CommandSources).add(() => demo.commands());
  }

  private onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    if (isModWith(event, 'k')) {
      event.preventDefault();
      void this.palette.open();
      return;
    }
    if (isModWith(event, '\\')) {
      event.preventDefault();
      this.rail.toggle();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if ((event.target as Element).closest('.cdk-overlay-container')) return;
    const key = commandKey(event);
    const area = AREAS.find(({ keys }) => keys === `G ${key.toUpperCase()}`);
    if (key === '?') void this.showKeys();
    else if (area && event.timeStamp < this.waitsUntil)
      void this.router.navigate([area.path], { queryParamsHandling: 'merge' });
    this.waitsUntil = key === 'g' ? event.timeStamp + SEQUENCE_MS : 0;
  }

  private async showKeys(): Promise<void> {
    const { KeyList } = await import('./key-list');
    await this.dialogs.open(KeyList);
  }
}
