import type { TimeDisplay, WatchedConnection } from '#libs/api';
import { daysBetween } from '../../shared/time/shown-day';
import { timeDisplay } from '../../shared/time/time-display';
import { counted } from './watch-words';

/** What moved lately in a connection, in a few words: `6 changes today`, `2 d ago`; empty for one never checked. */
export function latelyText(
  watched: WatchedConnection | undefined,
  now: Date,
  display: TimeDisplay = timeDisplay(),
): string {
  if (watched === undefined) return '';
  const today = watched.recent.filter(({ detected_at: at }) => daysBetween(new Date(at), now, display) === 0);
  const count = today.reduce((sum, { change_count: changes }) => sum + changes, 0);
  if (count > 0) return `${counted(count, 'change')} today`;
  if (watched.changed_at === null) return 'no change in 7 d';
  return `${daysBetween(new Date(watched.changed_at), now, display)} d ago`;
}
