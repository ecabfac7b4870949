import type { CompletionAnswer, CompletionItem, CompletionKind, KeywordCase, Snippet } from '#libs/api';
import { snippetPreview, snippetTemplate } from '#libs/settings';
import { inCase } from '#libs/sql';

/** An item of the list that the editor shows; that of a snippet has tab stops in its text. */
export interface OfferedItem extends Omit<CompletionItem, 'kind'> {
  readonly kind: CompletionKind | 'snippet';
  /** The whole text of a snippet, as it is inserted. */
  readonly preview?: string;
}

export interface OfferedItems extends Omit<CompletionAnswer, 'items'> {
  readonly items: readonly OfferedItem[];
}

/** What a person has set for completion. */
export interface OwnCompletion {
  readonly keywordCase: KeywordCase;
  readonly snippets: readonly Snippet[];
}

/** The word that is being typed. */
const TYPED = /(?<![\p{L}_])[\p{L}_][\p{L}\p{N}_]*$/u;
/** In front of these a word is a member, a parameter or a part of something else. */
const NOT_BEHIND = /["'.:$@`\p{N}]$/u;
/** The text in front of the cursor in which the word is looked for, in characters. */
const LOOKED_AT = 200;

/**
 * An answer with keywords in the person's case and with their snippets whose names begin with what is typed: one of that
 * very name first, others behind the first item. Without anything typed, snippets stand behind everything else.
 */
export function offeredItems(answer: CompletionAnswer, sql: string, offset: number, own: OwnCompletion): OfferedItems {
  const items = answer.items.map((item): OfferedItem => {
    if (item.kind !== 'keyword') return item;
    return {
      ...item,
      label: inCase(item.label, own.keywordCase),
      insert_text: inCase(item.insert_text, own.keywordCase),
    };
  });
  const before = sql.slice(Math.max(0, offset - LOOKED_AT), offset);
  const typed = TYPED.exec(before)?.[0] ?? '';
  // In strings and comments the answer begins at the cursor and has no items.
  const isWord = typed === '' ? items.length > 0 : answer.start === offset - typed.length;
  if (!isWord || NOT_BEHIND.test(before.slice(0, before.length - typed.length))) return { ...answer, items };
  const wanted = typed.toLowerCase();
  const found = own.snippets.filter(({ name }) => name.toLowerCase().startsWith(wanted)).map(itemOf);
  const isExact = ({ label }: OfferedItem): boolean => label.toLowerCase() === wanted;
  const others = found.filter((item) => !isExact(item));
  const first = wanted === '' ? items.length : 1;
  return { ...answer, items: [...found.filter(isExact), ...items.slice(0, first), ...others, ...items.slice(first)] };
}

function itemOf({ name, text }: Snippet): OfferedItem {
  return {
    label: name,
    insert_text: snippetTemplate(text),
    kind: 'snippet',
    detail: 'snippet',
    preview: snippetPreview(text),
  };
}
