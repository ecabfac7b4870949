/** Who answers: no provider, a server that speaks OpenAI's protocol (Ollama and vLLM, too), or Anthropic. */
export const COPILOT_PROVIDERS = ['off', 'openai-compatible', 'anthropic'] as const;
export type CopilotProvider = (typeof COPILOT_PROVIDERS)[number];

/** What of a connection may be sent to the provider; each holds those before it. */
export const COPILOT_LEVELS = ['off', 'names', 'comments', 'samples'] as const;
export type CopilotLevel = (typeof COPILOT_LEVELS)[number];

/** `GET /api/settings/copilot`. The key never leaves the workbench. */
export interface CopilotSettings {
  provider: CopilotProvider;
  /** The API's address, such as `http://127.0.0.1:11434/v1`; empty for Anthropic means its own. */
  base_url: string;
  model: string;
  key_set: boolean;
  /** Why the stored key cannot be decrypted, a sentence; nothing is asked until it can. */
  key_fault: string | null;
  timeout_s: number;
  /** About how many tokens of the schema are sent with a question. */
  token_budget: number;
  /** Whether the audit also keeps what was sent. */
  audit_text: boolean;
  /** By connection; one that is not named has `default_level`. */
  connections: Record<string, CopilotLevel>;
  default_level: CopilotLevel;
}

/** What is chosen for the Copilot, without its key. */
export type CopilotChoices = Omit<CopilotSettings, 'key_set' | 'key_fault'>;

/** Body of `POST /api/settings/copilot/test`; `key` left out keeps the stored one. */
export type CopilotSettingsInput = CopilotChoices & { key?: string | null };

/** Body of `PUT /api/settings/copilot`. `expected`: what the change began with; 409 where something else is in force. */
export type CopilotSettingsChange = CopilotSettingsInput & { expected?: CopilotChoices };

/** Answer of `POST /api/settings/copilot/test`, which keeps nothing. */
export interface CopilotTest {
  ok: boolean;
  latency_ms: number;
  /** What the provider answered, or why it did not. */
  message: string;
}

/** `GET /api/copilot`: what the caller may use it for. */
export interface CopilotStatus {
  is_on: boolean;
  provider: CopilotProvider;
  model: string;
  /** The host that questions are sent to. */
  host: string;
  /** The connections that the caller may see. */
  connections: Record<string, CopilotLevel>;
}

/** What is asked: SQL for a question, what a text does, or what is wrong with one that failed. */
export const COPILOT_TASKS = ['write', 'explain', 'fix'] as const;
export type CopilotTask = (typeof COPILOT_TASKS)[number];

/** A turn of the conversation before. */
export interface CopilotTurn {
  role: 'user' | 'assistant';
  text: string;
  /** The SQL that the turn was about; it is marked as data on its way to the provider. */
  sql?: string;
}

/** Body of `POST /api/copilot/sql`. */
export interface CopilotSqlRequest {
  connection_id: string;
  task: CopilotTask;
  question: string;
  /** The text in the editor, or the part of it that is meant. */
  sql?: string;
  /** What the database said was wrong with it. */
  error?: string;
  /** Earlier turns, the oldest first. */
  turns?: CopilotTurn[];
  /** A table that is looked at: it comes first. */
  table?: { schema: string; name: string };
}

/** Body of `POST /api/copilot/explain-plan`. */
export interface CopilotPlanRequest {
  connection_id: string;
  sql: string;
  /** What EXPLAIN printed. */
  raw: string;
}

/** Exactly what goes to the provider. */
export interface CopilotPayload {
  provider: CopilotProvider;
  host: string;
  model: string;
  system: string;
  messages: CopilotTurn[];
  /** The tables whose definitions are part of it, by their names. */
  tables: string[];
  level: CopilotLevel;
  /** About how many tokens it is. */
  tokens: number;
}

/** Server-sent events of `POST /api/copilot/sql`. */
export type CopilotEvent =
  | { event: 'sent'; tables: string[]; level: CopilotLevel; tokens: number }
  | { event: 'text'; text: string }
  /** The SQL did not hold; the provider is asked once more, and its text begins anew. */
  | { event: 'repair'; problem: string }
  | { event: 'sql'; sql: string; problem: string | null; is_repaired: boolean }
  | { event: 'done' }
  | { event: 'failed'; code: string; detail: string };

/** What to do about a plan. */
export type SuggestionKind = 'index' | 'rewrite' | 'analyze' | 'setting';

/** One suggestion, checked against the live schema. */
export interface PlanSuggestion {
  kind: SuggestionKind;
  title: string;
  reason: string;
  /** What to run; written by the workbench for everything but a rewrite. Nothing runs by itself. */
  sql: string;
}

/** Answer of `POST /api/copilot/explain-plan`. */
export interface PlanAdvice {
  summary: string;
  /** The plan is fine as it is: there are no suggestions. */
  is_fine: boolean;
  dominant: { node_id: number; label: string; relation: string | null; share: number | null; reason: string }[];
  /** Best first. */
  suggestions: PlanSuggestion[];
  /** What the provider suggested although it does not hold, and why. */
  dropped: { title: string; problem: string }[];
  sent: { tables: string[]; level: CopilotLevel; tokens: number };
}
