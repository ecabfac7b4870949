/** What is used of the package; its own types do not describe Vim itself. */
declare module 'monaco-vim' {
  import type { editor } from 'monaco-editor';

  export interface VimAdapter {
    dispose(): void;
  }
  export interface Vim {
    /** `prefix` is the shortest text that is taken for the name. */
    defineEx(name: string, prefix: string, run: () => void): void;
  }
  export const VimMode: { readonly Vim: Vim };
  export function initVimMode(editor: editor.IStandaloneCodeEditor, line: HTMLElement): VimAdapter;
}
