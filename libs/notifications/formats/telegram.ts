import { fitLines } from '../fit-lines.js';
import type { Message } from '../message.js';
import { cut } from '../plain-text.js';

const MAX_TEXT = 4096;
const MAX_TITLE = 500;
const WORD_JOINER = '\u2060';

/**
 * What Telegram's HTML reads is escaped. It finds names of people, commands and addresses in plain text by itself: a mark
 * that is not seen keeps it from calling or linking what a name looks like.
 */
export function escapeTelegram(text: string): string {
  return escapeHtml(text).replaceAll(/@|:\/\/|(?<=^|\s)\/|(?<=[\p{L}\d-])\.(?=\p{L}{2})/gu, `$&${WORD_JOINER}`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The body of `sendMessage`; the limit counts what is written, which is never less than what is shown. */
export function telegramBody(chatId: string, { label, title, lines, total, isParagraph, link }: Message): object {
  const head = `<b>${escapeTelegram(cut(title, MAX_TITLE))}</b>\n`;
  const open = link === null ? '' : ` · <a href="${escapeHtml(link)}">Open</a>`;
  const foot = `\n<i>${escapeTelegram(label)}</i>${open}`;
  const max = MAX_TEXT - head.length - foot.length;
  const text = head + fitLines({ lines, total, isParagraph }, { max, escape: escapeTelegram, bullet: '• ' }) + foot;
  return { chat_id: chatId, text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } };
}
