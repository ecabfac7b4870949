import { breakageFingerprint } from './breakage.js';
import type { ViolationFact } from './violation.js';

/** Where a connection stands: no contract, one that holds, or one that is broken in one known way. */
export type ContractState =
  | { readonly state: 'none' }
  | { readonly state: 'holds' }
  /** `breakage` is the fingerprint of what is broken, from `breakageFingerprint`. */
  | { readonly state: 'violated'; readonly breakage: string };

/** What happens to a contract. */
export type ContractTrigger =
  /** Frozen, for the first time or again, from a fresh snapshot. */
  | { readonly kind: 'frozen' }
  /** A complete snapshot was evaluated. */
  | { readonly kind: 'evaluated'; readonly violations: readonly ViolationFact[] }
  /** No complete snapshot could be taken, so nothing is known. */
  | { readonly kind: 'not_evaluated' }
  | { readonly kind: 'released' };

/** What follows: the next state and what has to be reported and recorded along with it. */
export interface ContractStep {
  readonly next: ContractState;
  /** `violated` and `changed` are both sent as "Contract Violated", `restored` as "Contract Restored". */
  readonly event: 'violated' | 'changed' | 'restored' | null;
  /** What becomes of the record of the open violation. */
  readonly record: 'open' | 'update' | 'resolve' | null;
  readonly audit: 'contract.freeze' | 'contract.release' | null;
}

/**
 * One step of the state machine in the specification's section "Contract state". Freezing again and releasing end an
 * open violation without a word, since nothing was repaired. What could not be evaluated changes nothing.
 */
export function nextContractState(previous: ContractState, trigger: ContractTrigger): ContractStep {
  switch (trigger.kind) {
    case 'frozen':
      return { ...step({ state: 'holds' }), record: endOf(previous), audit: 'contract.freeze' };
    case 'released':
      if (previous.state === 'none') return step(previous);
      return { ...step({ state: 'none' }), record: endOf(previous), audit: 'contract.release' };
    case 'not_evaluated':
      return step(previous);
    case 'evaluated':
      return previous.state === 'none' ? step(previous) : evaluated(previous, breakageFingerprint(trigger.violations));
  }
}

function evaluated(previous: Exclude<ContractState, { state: 'none' }>, breakage: string): ContractStep {
  const isBroken = breakage !== '';
  const violated: ContractState = { state: 'violated', breakage };
  if (previous.state === 'holds') {
    return isBroken ? { ...step(violated), event: 'violated', record: 'open' } : step(previous);
  }
  if (!isBroken) return { ...step({ state: 'holds' }), event: 'restored', record: 'resolve' };
  if (breakage === previous.breakage) return step(previous);
  return { ...step(violated), event: 'changed', record: 'update' };
}

function step(next: ContractState): ContractStep {
  return { next, event: null, record: null, audit: null };
}

function endOf(previous: ContractState): 'resolve' | null {
  return previous.state === 'violated' ? 'resolve' : null;
}
