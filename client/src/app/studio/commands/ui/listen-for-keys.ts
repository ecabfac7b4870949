import { inject } from '@angular/core';
import { KeyGroups } from '../../../shared/keys/key-groups';
import { listenOnDocument } from '../../../shared/keys/listen-on-document';
import { STUDIO_KEYS, studioKeyOf } from '../studio-keys';
import type { StudioKey } from '../studio-keys';
import { PageCommands } from './page-commands';

/**
 * Runs the studio's commands by their keys, for as long as the page is there. What a region has taken for itself never
 * arrives here unprevented, and keys of a dialog do nothing behind it. Needs an injection context.
 */
export function listenForKeys(): void {
  const commands = inject(PageCommands);
  const commandOf: Record<StudioKey, () => void> = {
    'open-tab': () => commands.open(),
    'close-tab': () => commands.close(),
    'reopen-tab': () => commands.reopenClosed(),
    format: () => commands.format(),
    run: () => commands.run(),
    'run-statement': () => commands.run('statement'),
    'run-everything': () => commands.run('everything'),
    'preview-changes': () => commands.previewChanges(),
    explain: () => commands.explain(),
    save: () => void commands.save(),
    'toggle-copilot': () => commands.toggleCopilot(),
    'search-catalogs': () => commands.searchCatalogs(),
  };
  listenOnDocument('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || isOfDialog(event.target as Element)) return;
    const key = studioKeyOf(event);
    if (key === null && (event.key !== 'Escape' || !commands.escape())) return;
    if (key !== null) commandOf[key]();
    event.preventDefault();
  });
  inject(KeyGroups).add(STUDIO_KEYS);
}

function isOfDialog(target: Element): boolean {
  return target.closest('.cdk-overlay-container') !== null || document.querySelector('.cdk-dialog-container') !== null;
}
