import { cut } from './plain-text.js';

/** What a service's text may hold, and how a line is written there. */
export interface LineFormat {
  /** UTF-16 units altogether. */
  readonly max: number;
  /** Makes of a line what the service shows as that line. */
  readonly escape: (line: string) => string;
  readonly bullet: string;
}

/** A message's lines, as a list or as one paragraph of sentences that are joined with semicolons. */
export interface LineList {
  readonly lines: readonly string[];
  readonly total: number;
  readonly isParagraph: boolean;
}

/** Between the part of a line that fits and nothing. */
const LEAST_USEFUL = 20;

/**
 * As many lines as fit and how many are missing of `total`: each with its bullet, or joined to one paragraph. Lines are
 * cut before they are escaped, so that no escape is cut in two; the result is never longer than `max`.
 */
export function fitLines({ lines, total, isParagraph }: LineList, list: LineFormat): string {
  const format = isParagraph ? { ...list, bullet: '' } : list;
  const separator = isParagraph ? '; ' : '\n';
  const kept: string[] = [];
  let left = format.max - remainder(total).length - separator.length;
  for (const line of lines) {
    const written = writeWithin(line, left, format);
    if (written === null) break;
    kept.push(written);
    left -= written.length + separator.length;
  }
  const missing = total - kept.length;
  return [...kept, ...(missing > 0 ? [remainder(missing)] : [])].join(separator).slice(0, format.max);
}

function writeWithin(line: string, max: number, { bullet, escape }: LineFormat): string | null {
  const whole = bullet + escape(line);
  if (whole.length <= max) return whole;
  for (let length = Math.min(line.length, max); length >= LEAST_USEFUL; length = Math.floor(length * 0.8)) {
    const part = bullet + escape(cut(line, length));
    if (part.length <= max) return part;
  }
  return null;
}

function remainder(count: number): string {
  return `… and ${count} more`;
}
