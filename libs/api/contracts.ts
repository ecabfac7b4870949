import type { CatalogChange, TracedChange } from '../catalog/index.js';
import type { ContractDocument, Violation } from '../contracts/index.js';
import type { ImpactItem } from './impact.js';
import type { StatementError } from './studio.js';

/** The result of the last evaluation. */
export type ContractStatus = 'holds' | 'violated';

/** Body of `POST /api/contracts/{connection_id}/freeze`; without `tables` the whole schema is frozen. */
export interface FreezeInput {
  name?: string;
  tables?: string[];
}

/** The same of freezing itself. `expected` is the id of the contract that is replaced, null for none. */
export interface FreezeChange extends FreezeInput {
  expected?: string | null;
}

/**
 * Answer of `POST /api/contracts/{connection_id}/freeze/preview`, which takes what freezing takes and changes nothing:
 * what would be expected otherwise than by the contract that is replaced; every table where there is none.
 */
export interface FreezePreview {
  connection_id: string;
  table_count: number;
  /** One paragraph; empty where nothing would be different. */
  summary: string;
  changes: CatalogChange[];
}

/** One breach of a contract, from its first evaluation to its end. Times are ISO 8601. */
export interface ContractViolation {
  id: string;
  state: 'open' | 'resolved';
  opened_at: string;
  /** When the set of violations last changed. */
  changed_at: string;
  resolved_at: string | null;
  /** One paragraph: the last set of violations, like `items`. */
  summary: string;
  items: Violation[];
  /** Every set of violations from the opening on, oldest first. Old ones may have no items and a short summary. */
  sets: ViolationSet[];
}

/** What was broken from one evaluation on. */
export interface ViolationSet {
  /** ISO 8601. */
  since: string;
  summary: string;
  items: Violation[];
  /** How many there were, also where `items` has been left out for its size. */
  item_count: number;
}

/** Answer of freezing and of `GET /api/contracts/{connection_id}`. */
export interface ContractView {
  contract: ContractDocument & { id: string; frozen_by: string };
  state: ContractStatus;
  /** The open violation, or null. */
  violation: ContractViolation | null;
  /** When a complete snapshot was last evaluated. */
  evaluated_at: string;
  /** The catalog could not be read since `evaluated_at`: `state` may be out of date. */
  stale: boolean;
  /** Why the catalog could not be read; null unless `stale`. */
  stale_reason: string | null;
}

/** `GET /api/contracts/{connection_id}/violations?limit=&cursor=`, newest first. */
export interface ViolationList {
  violations: ContractViolation[];
  next_cursor: string | null;
}

/** `GET /api/contracts`: where every contract that one may see stands. */
export interface ContractSummary {
  connection_id: string;
  name: string;
  frozen_at: string;
  table_count: number;
  state: ContractStatus;
  /** As in `ContractView`. */
  stale: boolean;
  evaluated_at: string;
  /** Sentences of the open violation. */
  broken: string[];
  /** Tables as they are shown that the open violation is about. */
  broken_tables: string[];
}

export interface ContractList {
  items: ContractSummary[];
  next_cursor: null;
}

/** Body of `POST /api/contracts/{connection_id}/check`: a migration, which is run and rolled back. */
export interface ContractCheckInput {
  sql: string;
}

/** One statement of a migration. `error.position` is 1-based in `sql`. */
export interface CheckedStatement {
  sql: string;
  /** 1-based, in the text that was sent. */
  line: number;
  /** `not_run`: one before it failed. */
  status: 'succeeded' | 'failed' | 'not_run';
  elapsed_ms: number;
  error: StatementError | null;
}

/** Answer of a check. Nothing of what the statements did was kept. */
export interface ContractCheck {
  connection_id: string;
  contract: { id: string; name: string; frozen_at: string };
  /** `breaks`: expectations that hold now would not hold any more; `fails`: a statement failed, so nothing is known. */
  outcome: 'holds' | 'breaks' | 'fails';
  checked_at: string;
  elapsed_ms: number;
  statements: CheckedStatement[];
  /** What Schema Watch would report, in one paragraph. */
  summary: string;
  changes: TracedChange[];
  /** Who relies on what would change; `change` is a place in `changes`. */
  impact: ImpactItem[];
  /** What the statements would break. */
  broken: Violation[];
  /** What is broken now and would stay so. */
  already_broken: Violation[];
  /** What is broken now and would be mended. */
  mended: Violation[];
}
