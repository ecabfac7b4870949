import { fitLines } from '../fit-lines.js';
import type { Message, Tone } from '../message.js';

/** Workflows take 28 KB; an escaped character may be several bytes of JSON. */
const MAX_BODY = 8000;
const COLOURS: Readonly<Record<Tone, string>> = { good: 'Good', bad: 'Attention', plain: 'Default' };

/** Puts a backslash before what an Adaptive Card reads as Markdown. */
export function escapeTeams(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!~>|<]/g, (mark) => `\\${mark}`);
}

/** What a Workflows webhook takes: a message with one Adaptive Card. Success is 202. */
export function teamsBody({ label, title, lines, total, isParagraph, link, tone }: Message): object {
  const text = fitLines({ lines, total, isParagraph }, { max: MAX_BODY, escape: escapeTeams, bullet: '- ' });
  const block = (more: object) => ({ type: 'TextBlock', wrap: true, ...more });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          ...{ $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' },
          msteams: { width: 'Full' },
          body: [
            block({ text: escapeTeams(title), weight: 'Bolder', size: 'Medium', color: COLOURS[tone] }),
            block({ text, spacing: 'Small' }),
            block({ text: escapeTeams(label), isSubtle: true, size: 'Small' }),
          ],
          ...(link === null ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }] }),
        },
      },
    ],
  };
}
