import type { JsonObject } from '../json-fields.js';
import { firstNode, incompleteLine, planLines } from './text-lines.js';
import { TextPlan } from './text-plan.js';
import { unwrappedLines } from './text-unwrap.js';
import type { Wrapping } from './text-unwrap.js';
import { UnreadablePlanError } from '../unreadable-plan-error.js';

const WRAPPINGS: readonly Wrapping[] = ['width', 'words'];
const UNCERTAIN =
  'The lines of the plan are wrapped, and whether a space is missing where they are cannot be seen. Copy the plan without line breaks inside its lines.';

/**
 * Turns the lines of a plan in Postgres' text format into the document that the JSON format has for it, as far as both say
 * the same; null where the text holds no plan. Each line belongs to the node in whose column it stands. Lines that were
 * wrapped are joined where only one way to join them gives a plan. Throws `UnreadablePlanError` where the plan cannot be
 * read whole.
 */
export function postgresTextDocument(text: readonly string[]): JsonObject | null {
  const first = firstNode(text);
  if (first === -1) return null;
  try {
    return documentOf(text, first);
  } catch (error) {
    if (!(error instanceof UnreadablePlanError)) throw error;
    const [found, other] = WRAPPINGS.flatMap((wrapping) => unwrapped(text.slice(first), wrapping) ?? []);
    if (found === undefined) throw error;
    if (other !== undefined && other.text !== found.text) throw new UnreadablePlanError(UNCERTAIN);
    return found.document;
  }
}

function documentOf(text: readonly string[], first: number): JsonObject {
  const lines = planLines(text, first);
  const [root, second] = lines.filter(({ kind }) => kind !== 'blank');
  if (root === undefined) throw incompleteLine(first + 1);
  return new TextPlan(root, second).read(lines.slice(1));
}

/** How many spaces stand side by side makes no difference. */
interface Unwrapped {
  readonly text: string;
  readonly document: JsonObject;
}

/** Null where the lines were not wrapped so, or are no whole plan when they are joined. */
function unwrapped(text: readonly string[], wrapping: Wrapping): Unwrapped | null {
  const lines = unwrappedLines(text, wrapping);
  if (lines === null) return null;
  try {
    return { text: lines.join('\n').replaceAll(/ +/g, ' '), document: documentOf(lines, 0) };
  } catch (error) {
    if (error instanceof UnreadablePlanError) return null;
    throw error;
  }
}
