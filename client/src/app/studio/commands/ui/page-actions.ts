import type { Command } from '../../../shared/palette/command-sources';
import type { IconName } from '../../../shared/ui/icon/icon';
import type { PageCommands } from './page-commands';

/** The studio's actions as the palette lists them, each with its key and why it cannot be done now. */
export function pageActions(page: PageCommands): Command[] {
  const busy = page.isBusy ? 'A query is already running' : null;
  const runRefusal = page.refusal ?? busy;
  return [
    action('run', 'Run the selection, or everything', 'play', 'Mod+Enter', () => page.run('usual'), runRefusal),
    action(
      'statement',
      'Run the statement at the cursor',
      'play',
      'Alt+Enter',
      () => page.run('statement'),
      runRefusal,
    ),
    action('everything', 'Run everything', 'play', 'Mod+Shift+Enter', () => page.run('everything'), runRefusal),
    action(
      'preview',
      'Preview changes of the selection, or everything',
      'diff',
      'Alt+Shift+Enter',
      () => page.previewChanges(),
      page.previewRefusal,
    ),
    action('file', 'Run into a CSV file', 'download', '', () => page.runIntoFile(), page.refusal),
    action(
      'analyze',
      'Plan with Analyze, for real rows and times',
      'workflow',
      '',
      () => page.explain(true),
      runRefusal,
    ),
    action('estimate', 'Plan without running the statement', 'workflow', '', () => page.explain(false), runRefusal),
    action('catalogs', 'Search all connections', 'search', 'Alt+Shift+S', () => page.searchCatalogs()),
    action('copilot', 'Open or close the Copilot', 'sparkles', 'Alt+I', () => page.toggleCopilot()),
    action(
      'cancel',
      'Cancel the run',
      'square',
      'Escape',
      () => page.cancel(),
      page.isBusy ? null : 'Nothing is running',
    ),
    action('format', 'Format', 'text-align-start', 'Alt+Shift+F', () => page.format(), page.refusal),
    action('save', 'Save', 'save', 'Mod+S', () => void page.save(), page.saveRefusal),
    action('import', 'Import a file', 'file-input', '', () => page.importFile()),
    action('open', 'New tab', 'plus', 'Alt+T', () => page.open()),
    action('close', 'Close tab', 'x', 'Alt+W', () => page.close()),
    action('others', 'Close other tabs', 'x', '', () => page.closeOthers()),
    action(
      'reopen',
      'Reopen closed tab',
      'rotate-ccw',
      'Alt+Shift+T',
      () => page.reopenClosed(),
      page.canReopen ? null : 'No tab was closed',
    ),
    action('rename', 'Rename tab', 'pencil', '', () => page.rename()),
    action('left', 'Move tab left', 'chevron-left', '', () => page.move(-1)),
    action('right', 'Move tab right', 'chevron-right', '', () => page.move(1)),
  ];
}

function action(
  id: string,
  title: string,
  icon: IconName,
  keys: string,
  run: () => void,
  refusal: string | null = null,
): Command {
  return { id: `studio ${id}`, title, kind: 'action', icon, keys, refusal, run };
}
