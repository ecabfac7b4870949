import type { editor as MonacoEditor } from 'monaco-editor';

/** What commands such as `:w` and `:q` ask of the page. */
export interface VimCommands {
  /** `closes` where the tab is to be closed once it is saved. */
  readonly save: (closes: boolean) => void;
  readonly close: () => void;
}

/** The keys of Vim in an editor, with a line for the mode and for commands; loaded when they are first used. */
export class VimKeys {
  private disposeKeys: (() => void) | null = null;
  /** Counts starts and stops: a start that was overtaken while it loaded does nothing. */
  private turn = 0;

  constructor(private readonly commands: VimCommands) {}

  /** Gives an editor the keys. Where they cannot be loaded the editor keeps its own, and the line says so. */
  async start(editor: MonacoEditor.IStandaloneCodeEditor, line: HTMLElement): Promise<void> {
    this.stop();
    this.turn += 1;
    const turn = this.turn;
    try {
      const { initVimMode, VimMode } = await import('monaco-vim');
      if (turn !== this.turn) return;
      this.define(VimMode.Vim);
      const keys = initVimMode(editor, line);
      this.disposeKeys = () => keys.dispose();
    } catch {
      line.textContent = "Couldn't load the Vim keys. Reload the page to try again.";
    }
  }

  /** Gives the editor its own keys back. */
  stop(): void {
    this.turn += 1;
    this.disposeKeys?.();
    this.disposeKeys = null;
  }

  private define(vim: { defineEx(name: string, prefix: string, run: () => void): void }): void {
    vim.defineEx('write', 'w', () => this.commands.save(false));
    vim.defineEx('wq', 'wq', () => this.commands.save(true));
    vim.defineEx('xit', 'x', () => this.commands.save(true));
    vim.defineEx('quit', 'q', () => this.commands.close());
  }
}
