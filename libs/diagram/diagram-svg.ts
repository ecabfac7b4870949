import { xmlText } from '../markup/index.js';
import { CARD } from './diagram.js';
import type { CardLine, Diagram, DiagramCard } from './diagram.js';
import { edgePath } from './edge-path.js';

/** Colours of a drawing, as CSS writes them. */
export interface DiagramColours {
  readonly ground: string;
  readonly card: string;
  readonly border: string;
  readonly text: string;
  readonly quiet: string;
  readonly edge: string;
  /** By schema; others have the colour of borders. */
  readonly schemas: ReadonlyMap<string, string>;
}

/** What stands in a card beside its columns, in the order of the tables' keys. */
export interface DiagramNotes {
  /** The number of rows in a few characters, by the key of the table. */
  readonly counts: ReadonlyMap<string, string>;
  /** Paths of the marks of keys, on a square of 24. */
  readonly icons: Readonly<Record<'primary' | 'foreign', string>>;
}

/** Characters of a name and of a type that fit beside each other in a card, with room for one more between them. */
const FITS = { title: 27, name: 14, type: 12 } as const;

/** Where the mark of a key and the name of a column begin, in pixels. */
export const SLOT = { key: 7, name: 22 } as const;

/** A text that is cut to so many characters, with an ellipsis where something is missing. */
export function fitText(text: string, most: number): string {
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** The texts of a card as they fit into it, with so many characters at the right of its title. */
export function cardTexts(
  { name, lines, more }: DiagramCard,
  beside = 0,
): {
  title: string;
  lines: { name: string; type: string; isKey: boolean; key: CardLine['key']; y: number }[];
  more: { text: string; y: number } | null;
} {
  const at = (row: number): number => CARD.head + row * CARD.line + 13;
  return {
    title: fitText(name, FITS.title - (beside === 0 ? 0 : beside + 1)),
    lines: lines.map((line, row) => {
      const type = fitText(line.type, FITS.type);
      return { ...line, type, name: fitText(line.name, FITS.name + FITS.type - type.length), y: at(row) };
    }),
    more: more === 0 ? null : { text: more === 1 ? '+1 column' : `+${more} columns`, y: at(lines.length) },
  };
}

/** The path of a card's head, round where the card is. */
export function cardHead(width: number, height: number): string {
  const bottom = height >= CARD.head * 2 ? CARD.radius : 0;
  const round = (radius: number, x: number, y: number) => `a${radius} ${radius} 0 0 1 ${x} ${y}`;
  const { radius } = CARD;
  return [
    `M0 ${radius}${round(radius, radius, -radius)}H${width - radius}${round(radius, radius, radius)}`,
    `V${height - bottom}${round(bottom, -bottom, bottom)}H${bottom}${round(bottom, -bottom, -bottom)}Z`,
  ].join('');
}

/** The whole diagram as an SVG document of its own. */
export function diagramSvg(diagram: Diagram, colours: DiagramColours, notes: DiagramNotes): string {
  const [width, height] = [Math.ceil(diagram.width), Math.ceil(diagram.height)];
  const edges = diagram.edges.map((edge) => {
    const dashes = edge.to === null ? ' stroke-dasharray="4 3"' : '';
    return `<path d="${edgePath(edge)}" fill="none" stroke="${colours.edge}" stroke-width="1.5"${dashes}><title>${xmlText(edge.label)}</title></path>`;
  });
  const body = [...edges, ...diagram.cards.map((card) => cardSvg(card, colours, notes))].join('\n');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, monospace" font-size="11" text-rendering="geometricPrecision">
<rect width="100%" height="100%" fill="${colours.ground}"/>
${body}
</svg>
`;
}

function cardSvg(card: DiagramCard, colours: DiagramColours, { counts, icons }: DiagramNotes): string {
  const count = counts.get(card.key) ?? '';
  const texts = cardTexts(card, count.length);
  const { width, height } = card;
  const right = width - 8;
  const lines = texts.lines.map(
    ({ name, type, isKey, key, y }) =>
      (key === null
        ? ''
        : `<path d="${icons[key]}" transform="translate(${SLOT.key} ${y - 10}) scale(.5)" fill="none" stroke="${colours.quiet}" stroke-width="2"/>`) +
      `<text x="${SLOT.name}" y="${y}"${isKey ? ' font-weight="600"' : ''} fill="${colours.text}">${xmlText(name)}</text>` +
      `<text x="${right}" y="${y}" text-anchor="end" fill="${colours.quiet}">${xmlText(type)}</text>`,
  );
  const more = texts.more
    ? `<text x="${SLOT.name}" y="${texts.more.y}" fill="${colours.quiet}">${xmlText(texts.more.text)}</text>`
    : '';
  const colour = colours.schemas.get(card.schema) ?? colours.border;
  return `<g transform="translate(${round(card.x)} ${round(card.y)})"><title>${xmlText(`${card.schema}.${card.name}`)}</title><rect width="${width}" height="${height}" rx="${CARD.radius}" fill="${colours.card}" stroke="${colours.border}"/><path d="${cardHead(width, CARD.head)}" fill="${colour}" fill-opacity=".16"/><text x="8" y="19" font-size="12" font-weight="600" fill="${colours.text}">${xmlText(texts.title)}</text><text x="${right}" y="19" text-anchor="end" fill="${colours.quiet}">${xmlText(count)}</text>${lines.join('')}${more}</g>`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}
