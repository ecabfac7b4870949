import type { JobRunDetails } from '#libs/api';
import { bytesText, durationText } from '#libs/results';
import { lookOf } from '../../shared/runs/run-words';

/** What differs between two runs of a job, in words. */
export interface RunComparison {
  /** What both have, side by side; `change` is empty where nothing has changed. */
  readonly rows: readonly { what: string; before: string; now: string; change: string }[];
  /** Lines of the log that only one of them has, in order. */
  readonly onlyNow: readonly string[];
  readonly onlyBefore: readonly string[];
  /** One of the logs is hidden from this person, so lines are not compared. */
  readonly isLogHidden: boolean;
}

/** Compares a run with one before it. The times of log lines do not count. */
export function compareRuns(now: JobRunDetails, before: JobRunDetails): RunComparison {
  const [nowBytes, beforeBytes] = [bytesOf(now), bytesOf(before)];
  const rows = [
    {
      ...{ what: 'Ended', before: lookOf(before).name, now: lookOf(now).name },
      change: '',
    },
    {
      ...{ what: 'Duration', before: tookText(before), now: tookText(now) },
      change: now.duration_ms === null ? '' : changeText(before.duration_ms ?? 0, now.duration_ms),
    },
    ...(nowBytes === 0 && beforeBytes === 0
      ? []
      : [
          {
            ...{ what: 'Output size', before: bytesText(beforeBytes), now: bytesText(nowBytes) },
            change: changeText(beforeBytes, nowBytes),
          },
        ]),
  ];
  const isLogHidden = now.log_hidden === true || before.log_hidden === true;
  if (isLogHidden) return { rows, onlyNow: [], onlyBefore: [], isLogHidden };
  return { rows, onlyNow: without(now, before), onlyBefore: without(before, now), isLogHidden };
}

function tookText({ duration_ms: ms }: JobRunDetails): string {
  return ms === null ? '' : durationText(ms);
}

function bytesOf({ outputs }: JobRunDetails): number {
  return outputs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** `+12%`, `−3%`; empty below one percent and where there was nothing. */
function changeText(before: number, now: number): string {
  if (before === 0) return '';
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return '';
  return `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en')}%`;
}

/** The lines of one log that the other lacks, as often as it lacks them. */
function without(one: JobRunDetails, other: JobRunDetails): string[] {
  const left = new Map<string, number>();
  for (const { text } of other.log) left.set(text, (left.get(text) ?? 0) + 1);
  return one.log.flatMap(({ text }) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count > 0 ? [] : [text];
  });
}
