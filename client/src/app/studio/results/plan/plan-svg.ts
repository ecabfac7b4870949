import { shortened, xmlText } from '#libs/markup';
import type { PlanMeasure } from '#libs/plan';
import { shareBy } from '#libs/plan';
import { CARD_HEIGHT, CARD_WIDTH } from './plan-layout';
import type { PlacedNode, PlanLayout } from './plan-layout';
import { cardText } from './plan-words';

/** The colours of a drawing, as the theme on screen has them. */
export interface SvgColours {
  readonly ground: string;
  readonly card: string;
  readonly line: string;
  readonly edge: string;
  readonly text: string;
  readonly quiet: string;
  readonly track: string;
  readonly warn: string;
  readonly heat: readonly string[];
}

const MARGIN = 24;
const TITLE_CHARACTERS = 28;
const TEXT_CHARACTERS = 36;

/** Draws a plan as an SVG file of its own: fonts by name, colours as values, nothing loaded from elsewhere. */
export function planSvg(layout: PlanLayout, measure: PlanMeasure, colours: SvgColours): string {
  const [width, height] = [layout.width + 2 * MARGIN, layout.height + 2 * MARGIN];
  const edges = layout.edges.map(
    ({ path, width: stroke }) => `<path d="${path}" fill="none" stroke="${colours.edge}" stroke-width="${stroke}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` font-family="Inter, system-ui, sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="${colours.ground}"/><g transform="translate(${MARGIN} ${MARGIN})">`,
    ...edges,
    ...layout.nodes.map((placed) => card(placed, measure, colours)),
    '</g></svg>\n',
  ].join('');
}

function card({ node, x, y, hiddenCount }: PlacedNode, measure: PlanMeasure, colours: SvgColours): string {
  const words = cardText(node, measure);
  const heat = colours.heat[words.heat] ?? colours.edge;
  const [stroke, strokeWidth] = words.isHeaviest ? [colours.heat[5] ?? heat, 2] : [colours.line, 1];
  const rows = `${words.realRows === null ? words.rows : `${words.rows} → ${words.realRows}`} ${words.rowsUnit}`;
  const chips = words.chips.map(({ text }) => text).join(', ');
  const share = Math.min(1, Math.max(0, shareBy(node, measure) ?? 0)) * CARD_WIDTH;
  return [
    `<g transform="translate(${x} ${y})"><title>${xmlText(words.title)}</title>`,
    `<rect width="${CARD_WIDTH}" height="${CARD_HEIGHT}" rx="6" fill="${colours.card}" stroke="${stroke}" stroke-width="${strokeWidth}"/>`,
    line(20, cut(words.title, TITLE_CHARACTERS), words.share, colours.text, 'font-weight="600" font-size="13"'),
    line(38, cut(words.object, TEXT_CHARACTERS - words.cost.length / 2), words.cost, colours.text, MONO),
    line(55, cut(words.condition, TEXT_CHARACTERS - chips.length), chips, colours.quiet, MONO, colours.warn),
    line(72, rows + (hiddenCount > 0 ? ` · ${hiddenCount} below` : ''), words.time ?? '', colours.quiet, ''),
    `<rect x="1" y="${CARD_HEIGHT - 6}" width="${CARD_WIDTH - 2}" height="5" fill="${colours.track}"/>`,
    `<rect x="1" y="${CARD_HEIGHT - 6}" width="${Math.max(0, share - 2)}" height="5" fill="${heat}"/></g>`,
  ].join('');
}

const MONO = 'font-family="JetBrains Mono, monospace" font-size="11"';

function line(y: number, left: string, right: string, colour: string, style: string, rightColour = colour): string {
  return (
    `<text x="10" y="${y}" fill="${colour}" ${style}>${xmlText(left)}</text>` +
    `<text x="${CARD_WIDTH - 10}" y="${y}" fill="${rightColour}" text-anchor="end" font-size="11">${xmlText(right)}</text>`
  );
}

function cut(text: string, characters: number): string {
  const most = Math.max(6, Math.floor(characters));
  return shortened(text, most);
}
