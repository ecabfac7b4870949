import type { JobRunEvent } from '../events/index.js';
import { EVENT_LABELS, isChangeEvent, isJobEvent } from './notification-event.js';
import type { NotificationPayload } from './notification-event.js';
import type { NotificationEvent } from './event-names.js';
import { cut, oneLine } from './plain-text.js';

/** An event as it is kept: what happened, for whom, and when. `context` is the payload without its words. */
export interface EventFacts {
  readonly id: string;
  readonly event: NotificationEvent;
  readonly title: string;
  readonly message: string;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly context: Readonly<Record<string, unknown>>;
}

/** How a message is coloured. */
export type Tone = 'good' | 'bad' | 'plain';

/** One message to people, before a service's own format. All texts are one line and as hostile as their authors. */
export interface Message {
  readonly id: string;
  /** The event's name, `digest` for several at once, or `test`. */
  readonly event: NotificationEvent | 'digest' | 'test';
  readonly label: string;
  readonly title: string;
  /** The first lines of the text. */
  readonly lines: readonly string[];
  /** The lines are sentences of one paragraph, joined with semicolons. */
  readonly isParagraph: boolean;
  /** How many lines there are altogether. */
  readonly total: number;
  /** Where to read on. */
  readonly link: string | null;
  readonly tone: Tone;
  /** ISO 8601. */
  readonly occurredAt: string;
}

/** Lines in one message; the link leads to all of them. */
export const MAX_LINES = 20;
/** Sentences in a paragraph; a channel with less space ends earlier. */
export const MAX_SENTENCES = 500;
const MAX_NAMED = 3;
const MAX_NAME = 60;
const MAX_TITLE = 200;
const MAX_LINE = 1000;

const TONES: Readonly<Record<NotificationEvent, Tone>> = {
  'schema.changed': 'plain',
  'contract.violated': 'bad',
  'contract.restored': 'good',
  'change.proposed': 'plain',
  'change.applied': 'good',
  'change.refused': 'bad',
  'change.undone': 'plain',
  'scheduler.job.success': 'good',
  'scheduler.job.error': 'bad',
  'core.backup.completed': 'good',
  'core.backup.failed': 'bad',
};

/** How an event is coloured. */
export function toneOf(event: NotificationEvent): Tone {
  return TONES[event];
}

/** How one event is coloured: a run that a person cancelled is no failure. */
function toneOfFacts({ event, context }: EventFacts): Tone {
  return isCancelled(context) ? 'plain' : TONES[event];
}

function labelOf({ event, context }: EventFacts): string {
  return isCancelled(context) ? 'Job cancelled' : EVENT_LABELS[event];
}

function isCancelled({ cancelled_by: by }: EventFacts['context']): boolean {
  return typeof by === 'string';
}

/** Parts of a payload that a message has outside of its context. */
const NOT_CONTEXT: ReadonlySet<string> = new Set(['title', 'message', 'occurred_at']);

/** The payload without what is said apart from it. */
export function contextOf(payload: NotificationPayload): Record<string, unknown> {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !NOT_CONTEXT.has(name)));
}

/** The connections that a job has read, of an event's context; none in what was kept before they were named. */
export function readConnectionsOf(context: Readonly<Record<string, unknown>>): string[] {
  const { read_connections: ids = [] } = context as { read_connections?: string[] };
  return ids;
}

/** Puts an event into words; `publicUrl` is the workbench's own address, without a slash at the end. */
export function messageOf(facts: EventFacts, publicUrl: string): Message {
  const lines = linesOf(facts);
  return {
    id: facts.id,
    event: facts.event,
    label: labelOf(facts),
    title: cut(oneLine(facts.title), MAX_TITLE),
    lines: lines
      .slice(0, isJobEvent(facts.event) ? MAX_LINES : MAX_SENTENCES)
      .map((line) => cut(oneLine(line), MAX_LINE)),
    isParagraph: !isJobEvent(facts.event),
    total: lines.length,
    link: publicUrl + pathOf(facts),
    tone: toneOfFacts(facts),
    occurredAt: facts.occurredAt,
  };
}

/** Several events in one message, oldest first; there is at least one. */
export function digestOf(id: string, all: readonly EventFacts[], publicUrl: string): Message {
  const newest = all.at(-1);
  const lines = all.slice(0, MAX_LINES).map((facts) => {
    return cut(`${labelOf(facts)} — ${oneLine(facts.title)}: ${oneLine(cut(facts.message, MAX_LINE))}`, MAX_LINE);
  });
  const tones = new Set(all.map(toneOfFacts));
  return {
    ...{ id, event: 'digest', label: 'Digest' },
    ...{ title: digestTitle(all), lines, isParagraph: false, total: all.length, link: `${publicUrl}/notifications` },
    tone: tones.has('bad') ? 'bad' : tones.has('plain') ? 'plain' : 'good',
    occurredAt: newest?.occurredAt ?? '',
  };
}

/** Names the connections that the events are about, as far as a subject has space for them. */
function digestTitle(all: readonly EventFacts[]): string {
  const names = new Set(
    all.map(({ context: { connection_name: name } }) => name).filter((name) => typeof name === 'string'),
  );
  const shown = [...names].slice(0, MAX_NAMED).map((name) => cut(oneLine(name), MAX_NAME));
  const more = names.size > MAX_NAMED ? ` and ${names.size - MAX_NAMED} more` : '';
  const events = all.length === 1 ? '1 event' : `${all.length} events`;
  return `${events} ${shown.length === 0 ? 'in the workbench' : `on ${shown.join(', ')}${more}`}`;
}

/** What the button "Test" sends. */
export function testMessage(id: string, channel: string, occurredAt: string, publicUrl: string): Message {
  return {
    ...{ id, event: 'test', label: 'Test', title: `Test of the channel ${cut(oneLine(channel), MAX_TITLE)}` },
    ...{
      lines: ['Messages of the workbench arrive here.'],
      isParagraph: false,
      total: 1,
      link: `${publicUrl}/notifications`,
      tone: 'plain',
    },
    occurredAt,
  };
}

/** The path of the page that shows what an event is about. */
export function pathOf({ event, context }: Pick<EventFacts, 'event' | 'context'>): string {
  const text = (name: string) => encodeURIComponent(typeof context[name] === 'string' ? context[name] : '');
  if (isJobEvent(event)) return `/jobs?run=${text('run_id')}`;
  if (isChangeEvent(event)) return `/changes/${text('change_id')}`;
  return `/schema-watch/${text('connection_id')}`;
}

/** A sentence for each change or violation; of a job its message and duration. */
function linesOf({ event, message, context }: EventFacts): string[] {
  if (isJobEvent(event)) return jobLines(message, context);
  const { changes, items } = context;
  const parts: unknown = event === 'schema.changed' ? changes : items;
  const sentences = Array.isArray(parts) ? (parts as { summary?: unknown }[]).map(({ summary }) => summary) : [];
  const lines = sentences.filter((sentence) => typeof sentence === 'string');
  if (lines.length === 0) return [message];
  const [first = '', ...others] = lines;
  return event === 'contract.restored' ? [`The contract holds again. It was violated by: ${first}`, ...others] : lines;
}

function jobLines(message: string, { duration_ms: durationMs, outputs, error }: Partial<JobRunEvent>): string[] {
  const SECOND_MS = 1000;
  const duration = durationMs === undefined ? [] : [`Took ${(durationMs / SECOND_MS).toFixed(1)} s.`];
  const files = (outputs ?? []).map(({ name }) => name);
  const said = error && !message.includes(error) ? [error] : [];
  return [message, ...said, ...duration, ...(files.length > 0 ? [`Outputs: ${files.join(', ')}`] : [])];
}
