import { fitLines } from '../fit-lines.js';
import type { Message, Tone } from '../message.js';
import { cut } from '../plain-text.js';

const MAX_TITLE = 256;
const MAX_DESCRIPTION = 4096;
const COLOURS: Readonly<Record<Tone, number>> = { good: 0x2e_a0_43, bad: 0xd1_24_2f, plain: 0x3b_82_f6 };

/** Puts a backslash before every character that Discord's Markdown could read. */
export function escapeDiscord(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!|>~<:@&]/g, (mark) => `\\${mark}`);
}

/** The body of a webhook: one embed. Mentions are off, whatever the text says. */
export function discordBody({ label, title, lines, total, isParagraph, link, tone, occurredAt }: Message): object {
  return {
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: cut(title, MAX_TITLE),
        description: fitLines(
          { lines, total, isParagraph },
          { max: MAX_DESCRIPTION, escape: escapeDiscord, bullet: '• ' },
        ),
        ...(link === null || !isLinkable(link) ? {} : { url: link }),
        ...{ color: COLOURS[tone], timestamp: occurredAt, footer: { text: label } },
      },
    ],
  };
}

/** The service refuses the whole message for an address that it does not take for one. */
function isLinkable(link: string): boolean {
  return /^https?:\/\/(?:[^/]*\.[^/]+|localhost)/.test(link);
}
