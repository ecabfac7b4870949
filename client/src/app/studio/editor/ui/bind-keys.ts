import type { editor as MonacoEditor } from 'monaco-editor';
import type { Monaco } from '../../../shared/editor/ui/monaco-setup';
import type { RunScope } from '../../run/run-state';

/** What the keys of the editor ask of the page. */
export interface EditorActions {
  readonly format: () => void;
  readonly palette: () => void;
  readonly run: (scope: RunScope) => void;
}

/** Binds the keys that the studio adds to those of Monaco, for as long as the editor lives. */
export function bindKeys(
  { KeyCode, KeyMod }: Monaco,
  editor: MonacoEditor.IStandaloneCodeEditor,
  actions: EditorActions,
): void {
  const keys: readonly [RunScope, string, number][] = [
    ['usual', 'Run selection, or everything', KeyMod.CtrlCmd | KeyCode.Enter],
    ['statement', 'Run statement at cursor', KeyMod.Alt | KeyCode.Enter],
    ['everything', 'Run everything', KeyMod.CtrlCmd | KeyMod.Shift | KeyCode.Enter],
  ];
  const bound = [
    editor.addAction({
      id: 'workbench.format',
      label: 'Format',
      keybindings: [KeyMod.Alt | KeyMod.Shift | KeyCode.KeyF],
      run: () => actions.format(),
    }),
    // Monaco begins its own combinations with the first key; with the second it would open a palette of its own.
    editor.addAction({
      id: 'workbench.palette',
      label: 'Find anything',
      keybindings: [KeyMod.CtrlCmd | KeyCode.KeyK, KeyCode.F1],
      run: () => actions.palette(),
    }),
    ...keys.map(([scope, label, key]) =>
      editor.addAction({ id: `workbench.run.${scope}`, label, keybindings: [key], run: () => actions.run(scope) }),
    ),
  ];
  // Monaco keeps the commands of all editors in one list, and by them each editor with its page.
  editor.onDidDispose(() => bound.forEach((action) => action.dispose()));
}
