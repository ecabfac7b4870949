import { Directive, inject } from '@angular/core';
import { DemoActions } from '../shared/demo/demo-actions';
import { commandKey, isModWith } from '../shared/keys/command-key';
import { isTyping } from '../shared/keys/key-names';
import { listenOnDocument } from '../shared/keys/listen-on-document';
import { CommandSources } from '../shared/palette/command-sources';
import { PaletteOpener } from '../shared/palette/palette-opener';
import { Dialogs } from '../shared/ui/dialog/dialogs';
import { AreaAddresses } from './area-addresses';
import { AREAS } from './areas';
import { RailState } from './rail-state';

/** How long after G the letter of the area may come. */
const SEQUENCE_MS = 1_200;

/** The keys that hold everywhere: ? lists them all, G and a letter goes to an area. They rest while text is typed. */
@Directive({ selector: '[dwShellKeys]' })
export class ShellKeys {
  private readonly addresses = inject(AreaAddresses);
  private readonly dialogs = inject(Dialogs);
  private readonly palette = inject(PaletteOpener);
  private readonly rail = inject(RailState);
  private waitsUntil = 0;

  constructor() {
    listenOnDocument('keydown', (event) => this.onKey(event));
    // Before the page and what has the focus, where the same letter may do something else.
    listenOnDocument('keydown', (event) => this.onSecondKey(event), { capture: true });
    inject(CommandSources).add(() => [
      ...AREAS.map(({ path, name, icon, keys }) => ({
        id: `place ${path}`,
        title: name,
        kind: 'place' as const,
        icon,
        keys,
        order: 2,
        run: () => void this.addresses.open(path),
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
    if (!isForShell(event)) return;
    const key = commandKey(event);
    if (key === '?') void this.showKeys();
    this.waitsUntil = key === 'g' ? event.timeStamp + SEQUENCE_MS : 0;
  }

  /** The letter after G goes to its area, and to nothing else. */
  private onSecondKey(event: KeyboardEvent): void {
    if (event.timeStamp >= this.waitsUntil || !isForShell(event)) return;
    const key = commandKey(event).toUpperCase();
    const area = AREAS.find(({ keys }) => keys === `G ${key}`);
    if (area === undefined) return;
    this.waitsUntil = 0;
    event.preventDefault();
    event.stopImmediatePropagation();
    void this.addresses.open(area.path);
  }

  private async showKeys(): Promise<void> {
    const { KeyList } = await import('./key-list');
    await this.dialogs.open(KeyList);
  }
}

/** Whether a press is neither typing, nor for a dialog or menu, nor with another key. */
function isForShell(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return false;
  return !(event.target as Element).closest('.cdk-overlay-container');
}
