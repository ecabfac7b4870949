import { htmlText } from '../../markup/index.js';
import { fitLines } from '../fit-lines.js';
import type { Message, Tone } from '../message.js';
import { cut, oneLine } from '../plain-text.js';

/** An e-mail without its addresses. */
export interface EmailParts {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const MAX_SUBJECT = 200;
const MAX_TEXT = 50_000;
const COLOURS: Readonly<Record<Tone, string>> = { good: '#1a7f37', bad: '#cf222e', plain: '#0969da' };

/** Subject, text and HTML. The subject is one line: nothing in a title can begin another header. */
export function emailParts({ label, title, lines, total, isParagraph, link, tone }: Message): EmailParts {
  const plain = fitLines({ lines, total, isParagraph }, { max: MAX_TEXT, escape: (line) => line, bullet: '- ' });
  const more = total > lines.length ? `… and ${total - lines.length} more` : '';
  const list =
    `<ul>${lines.map((line) => `<li>${htmlText(line)}</li>`).join('')}</ul>` + (more === '' ? '' : `<p>${more}</p>`);
  const paragraph = `<p>${[...lines.map(htmlText), ...(more === '' ? [] : [more])].join('; ')}</p>`;
  const open = link === null ? '' : `<p><a href="${htmlText(link)}">Open in the workbench</a></p>`;
  return {
    subject: cut(oneLine(title), MAX_SUBJECT),
    text: [title, '', plain, ...(link === null ? [] : ['', link]), '', label].join('\n'),
    html:
      `<div style="font-family:sans-serif;font-size:14px;line-height:1.5"><h2 style="font-size:16px;` +
      `border-left:4px solid ${COLOURS[tone]};padding-left:10px">${htmlText(title)}</h2>` +
      `${isParagraph ? paragraph : list}${open}<p style="color:#666;font-size:12px">${htmlText(label)}</p></div>`,
  };
}
