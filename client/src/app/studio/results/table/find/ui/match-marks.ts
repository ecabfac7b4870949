import { drawnCells, watchDrawnCells } from '../../drawn-cells';
import { columnId } from '../../ui/grid-columns';
import { markedStretches } from '../marked-stretches';
import type { FoundMatch, WantedText } from '../match-source';

/** The names by which styles know the marks. */
const ALL = 'dw-find';
const CURRENT = 'dw-find-current';

/** Marks a text in the cells that a grid has drawn, without touching them. Returns the way to take the marks away. */
export function markMatches(host: HTMLElement, wanted: WantedText, current: FoundMatch | null): () => void {
  const stop = watchDrawnCells(host, () => draw(host, wanted, current));
  return () => {
    stop();
    for (const name of [ALL, CURRENT]) CSS.highlights.delete(name);
    for (const { element } of drawnCells(host)) element.classList.remove('dw-match-current');
  };
}

function draw(host: HTMLElement, wanted: WantedText, current: FoundMatch | null): void {
  const [all, now] = [new Highlight(), new Highlight()];
  now.priority = 1;
  for (const { element, row, column } of drawnCells(host)) {
    const isCurrent = current?.match.row === row && columnId(current.match.column) === column;
    const ranges = column.startsWith('c') ? rangesIn(element, wanted) : [];
    for (const range of ranges) (isCurrent ? now : all).add(range);
    // What is found beyond the text that a cell shows.
    element.classList.toggle('dw-match-current', isCurrent && ranges.length === 0);
  }
  CSS.highlights.set(ALL, all);
  CSS.highlights.set(CURRENT, now);
}

/** NULL is no text, though a cell shows it as one. */
function rangesIn(cell: HTMLElement, wanted: WantedText): Range[] {
  const isValue = !cell.classList.contains('dw-null') && !cell.classList.contains('dw-empty');
  const text = isValue ? document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode() : null;
  const stretches = text ? markedStretches(text.nodeValue ?? '', wanted) : null;
  return (stretches ?? []).map(([from, to]) => {
    const range = new Range();
    if (text) {
      range.setStart(text, from);
      range.setEnd(text, to);
    }
    return range;
  });
}
