import { fitLines } from '../fit-lines.js';
import type { Message } from '../message.js';
import { cut } from '../plain-text.js';

const MAX_HEADER = 150;
const MAX_SECTION = 3000;
const MAX_TEXT = 300;

/** Slack reads three characters as marks of its own; everything else is shown as it is. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The body of an incoming webhook: a header, the lines as plain text, and a way back. Nothing in it mentions anybody. */
export function slackBody({ label, title, lines, total, isParagraph, link }: Message): object {
  const section = fitLines({ lines, total, isParagraph }, { max: MAX_SECTION, escape: (line) => line, bullet: '• ' });
  return {
    text: escapeSlack(cut(title, MAX_TEXT)),
    unfurl_links: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: cut(title, MAX_HEADER), emoji: false } },
      // Plain text takes no mark-up at all, so that a table's name can neither link nor mention.
      ...(section === '' ? [] : [{ type: 'section', text: { type: 'plain_text', text: section, emoji: false } }]),
      { type: 'context', elements: [{ type: 'plain_text', text: label, emoji: false }] },
      ...(link === null ? [] : [openButton(link)]),
    ],
  };
}

function openButton(url: string): object {
  return { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url }] };
}
