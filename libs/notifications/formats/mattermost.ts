import { fitLines } from '../fit-lines.js';
import type { Message, Tone } from '../message.js';
import { cut } from '../plain-text.js';

const MAX_TITLE = 256;
/** Posts take 16,383 characters. */
const MAX_TEXT = 12_000;
const COLOURS: Readonly<Record<Tone, string>> = { good: '#2ea043', bad: '#d1242f', plain: '#3b82f6' };
const WORD_JOINER = '\u2060';

/** Marks of Markdown are escaped; a mark behind `@` keeps it from calling people, which a backslash would not. */
export function escapeMattermost(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|>~<:]/g, (mark) => `\\${mark}`).replaceAll('@', `@${WORD_JOINER}`);
}

/** The body of an incoming webhook: one attachment. */
export function mattermostBody({ label, title, lines, total, isParagraph, link, tone }: Message): object {
  const plainTitle = escapeMattermost(cut(title, MAX_TITLE));
  return {
    attachments: [
      {
        fallback: plainTitle,
        color: COLOURS[tone],
        title: plainTitle,
        ...(link === null ? {} : { title_link: link }),
        text: fitLines({ lines, total, isParagraph }, { max: MAX_TEXT, escape: escapeMattermost, bullet: '- ' }),
        footer: label,
      },
    ],
  };
}
