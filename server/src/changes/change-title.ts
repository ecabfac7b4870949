import { countText } from '#libs/results';
import type { ChangeSetRecord } from './storage/change-set.entity.js';

type Content = Pick<ChangeSetRecord, 'tables' | 'counts'>;

/** An empty title is none. */
export function titleOf(text = ''): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** The title that a change set has with other items: its own, or what it is called where nobody named it. */
export function titleBehind(record: Pick<ChangeSetRecord, 'title'> & Content, content: Content): string {
  return record.title === defaultTitle(record) ? defaultTitle(content) : record.title;
}

export function defaultTitle({ tables, counts }: Content): string {
  const rows = counts.inserts + counts.updates + counts.deletes;
  const [first] = tables;
  if (first === undefined)
    return counts.statements === 1 ? 'One statement' : `${countText(counts.statements)} statements`;
  const where = tables.length === 1 ? `${first.schema}.${first.table}` : `${tables.length} tables`;
  return `${countText(rows)} ${rows === 1 ? 'row' : 'rows'} of ${where}`;
}
