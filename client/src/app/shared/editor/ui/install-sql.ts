import { DIALECT_NAMES } from '#libs/dialects';
import { sqlLanguage } from './language-id';
import type { Monaco } from './monaco-setup';
import { SQL_CONFIGURATION, sqlTokens } from './sql-language';

/** Teaches Monaco SQL as each dialect writes it. */
export function installSql(monaco: Monaco): void {
  for (const dialect of DIALECT_NAMES) {
    const id = sqlLanguage(dialect);
    monaco.languages.register({ id, aliases: ['SQL'] });
    monaco.languages.registerTokensProviderFactory(id, { create: () => sqlTokens(dialect) });
    monaco.languages.setLanguageConfiguration(id, SQL_CONFIGURATION);
  }
  // Alt+W closes the tab; Monaco would take it for "match whole word" even where nothing is being searched.
  const closesTab = monaco.KeyMod.Alt | monaco.KeyCode.KeyW;
  monaco.editor.addKeybindingRule({ keybinding: closesTab, command: '-toggleFindWholeWord' });
}
