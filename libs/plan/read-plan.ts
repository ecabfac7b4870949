import { duckdbPlan } from './duckdb-plan.js';
import { DEFAULT_THRESHOLDS } from './flags.js';
import type { PlanThresholds } from './flags.js';
import { anyField, isJsonObject } from './json-fields.js';
import type { PlanDraft } from './plan-draft.js';
import type { Plan } from './plan.js';
import { postgresPlan } from './postgres/postgres-plan.js';
import { postgresTextDocument } from './text/postgres-text.js';
import { unframedLines } from './text/text-frame.js';
import { UnreadablePlanError } from './unreadable-plan-error.js';
import { buildPlan } from './build-plan.js';

/** How many lists and single columns a plan may be wrapped in: `[{"QUERY PLAN": [{"Plan": …}]}]`. */
const MOST_WRAPPINGS = 6;

/**
 * Reads the JSON plan of Postgres (9.6 to 18) or DuckDB, as a text or already parsed, alone, in a list, or in the column
 * in which a client received it, or a plan in Postgres' text format. Of several plans, as a rule makes them out of one
 * statement, the first is read.
 *
 * Throws `UnreadablePlanError` when the text is no whole JSON document and no plan, or holds no plan.
 */
export function readPlan(input: unknown, thresholds: Partial<PlanThresholds> = {}): Plan {
  const draft = findPlan(input);
  const plan = draft && buildPlan(draft, { ...DEFAULT_THRESHOLDS, ...thresholds });
  if (plan === null) throw new UnreadablePlanError('The JSON document has no plan of Postgres or DuckDB.');
  return plan;
}

function findPlan(input: unknown): PlanDraft | null {
  let value = input;
  for (let depth = 0; depth <= MOST_WRAPPINGS; depth += 1) {
    if (typeof value === 'string') value = parse(value) ?? copied(value);
    else if (Array.isArray(value)) value = value.find((item) => isJsonObject(item) || typeof item === 'string');
    else if (!isJsonObject(value)) return null;
    else {
      const plan = postgresPlan(value) ?? duckdbPlan(value);
      if (plan !== null) return plan;
      value = anyField(value, 'QUERY PLAN') ?? anyField(value, 'explain_value');
    }
  }
  return null;
}

/** Undefined where the text is no JSON document. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What was copied from psql, a table or a mail: JSON in a frame, or a plan in the text format. */
function copied(text: string): unknown {
  const lines = unframedLines(text);
  const json = /^\s*[[{]/.test(lines.find((line) => line.trim() !== '') ?? '') ? parse(lines.join('\n')) : undefined;
  return json ?? postgresTextDocument(lines) ?? refuse(text);
}

function refuse(text: string): never {
  throw new UnreadablePlanError(
    /^\s*[[{]/.test(text)
      ? 'This is not a whole JSON document, so no plan can be read from it.'
      : 'This is neither a JSON document nor a plan in the text format of Postgres.',
  );
}
