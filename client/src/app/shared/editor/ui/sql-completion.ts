import type { IDisposable, editor as MonacoEditor, languages } from 'monaco-editor';
import { DIALECT_NAMES } from '#libs/dialects';
import { shortened } from '#libs/markup';
import type { Monaco } from './monaco-setup';
import type { OfferedItem, OfferedItems } from '../offered-items';
import { rangeOf } from './model-range';
import { sqlLanguage } from './language-id';

/** Finds what can stand at an offset of a text; null while nothing is known. */
export type AskForCompletion = (sql: string, offset: number) => Promise<OfferedItems | null>;

/** Monaco's kinds choose the icon in front of an item. */
const KINDS: Record<OfferedItem['kind'], keyof typeof languages.CompletionItemKind> = {
  schema: 'Module',
  table: 'Struct',
  view: 'Interface',
  alias: 'Variable',
  column: 'Field',
  condition: 'Operator',
  function: 'Function',
  type: 'TypeParameter',
  keyword: 'Keyword',
  value: 'EnumMember',
  snippet: 'Snippet',
};

/** The part of Monaco that offers suggestions. */
interface SuggestController extends MonacoEditor.IEditorContribution {
  cancelSuggestWidget(): void;
}

/**
 * The texts, by their versions, that get no suggestions any more: Monaco asks a while after a key, on a busy machine a long
 * one, whatever was closed meanwhile.
 */
const closed = new WeakMap<MonacoEditor.ITextModel, number>();

/** Closes the list of suggestions, also one that was asked for, or is going to be, for the text as it is. */
export function closeSuggestions(editor: MonacoEditor.ICodeEditor | null): void {
  editor?.getContribution<SuggestController>('editor.contrib.suggestController')?.cancelSuggestWidget();
  const model = editor?.getModel();
  if (model) closed.set(model, model.getVersionId());
}

function isClosed(model: MonacoEditor.ITextModel): boolean {
  return closed.get(model) === model.getVersionId();
}

/** Whether a key asks for suggestions by itself, as Monaco's own keys do. */
function asksForSuggestions({ code, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (code === 'Space' && ctrlKey) || (code === 'KeyI' && metaKey) || (code === 'Escape' && altKey);
}

/**
 * Lets an editor offer what `ask` finds, in its order. An answer that took so long that the person has typed on is one to
 * another question: the editor asks once more.
 */
export function registerCompletion(
  monaco: Monaco,
  editor: MonacoEditor.ICodeEditor,
  ask: AskForCompletion,
): IDisposable {
  const again = (): void => editor.trigger('completion', 'editor.action.triggerSuggest', { auto: true });
  const keys = editor.onKeyDown(({ browserEvent }) => {
    const model = editor.getModel();
    if (model && asksForSuggestions(browserEvent)) closed.delete(model);
  });
  const provider = monaco.languages.registerCompletionItemProvider(DIALECT_NAMES.map(sqlLanguage), {
    triggerCharacters: ['.', '"', "'"],
    provideCompletionItems: async (model, position, _context, token) => {
      // Monaco calls a provider for every model of its language.
      if (model !== editor.getModel() || isClosed(model)) return null;
      const offset = model.getOffsetAt(position);
      const version = model.getVersionId();
      const answer = await ask(model.getValue(), offset);
      const isLate = !model.isDisposed() && model.getVersionId() !== version;
      if (isLate && !token.isCancellationRequested) setTimeout(again);
      if (isLate || answer === null || token.isCancellationRequested) return { suggestions: [] };
      const range = rangeOf(model, answer);
      const typed = model.getValueInRange(range);
      const suggestions = answer.items.map((item, place) => suggestionOf(monaco, item, place, range, typed));
      // The order is the answer's own, and depends on what is typed: each letter asks again.
      return { suggestions, incomplete: true };
    },
  });
  return {
    dispose: () => {
      keys.dispose();
      provider.dispose();
    },
  };
}

function suggestionOf(
  monaco: Monaco,
  { label, insert_text: text, kind, detail, preview }: OfferedItem,
  place: number,
  range: languages.CompletionItem['range'],
  typed: string,
): languages.CompletionItem {
  const takesArguments = kind === 'function' && text.endsWith('()') && !detail.startsWith('()');
  const suggestion = {
    label: { label, description: shortened(detail, 48) },
    kind: monaco.languages.CompletionItemKind[KINDS[kind]],
    sortText: String(place).padStart(5, '0'),
    // With the same text to compare for all, Monaco keeps the given order.
    filterText: typed,
    range,
  };
  const asTemplate = { insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet };
  if (kind === 'snippet') return { ...suggestion, ...asTemplate, insertText: text, documentation: preview ?? '' };
  if (!takesArguments) return { ...suggestion, insertText: text };
  const insertText = `${text.slice(0, -1).replace(/[\\$}]/g, '\\$&')}$0)`;
  return { ...suggestion, ...asTemplate, insertText };
}
