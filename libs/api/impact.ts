/** What may rely on a part of a schema. */
export type ImpactKind = 'contract' | 'view' | 'query' | 'job';

/** Something that relies on what a change has changed. */
export interface ImpactItem {
  /** Which change: its place among those that were asked about, from 0. */
  readonly change: number;
  readonly kind: ImpactKind;
  /** Of the contract, saved query or job; null for what the database keeps. */
  readonly id: string | null;
  /** As it is shown. */
  readonly name: string;
  /** How it relies on it, in a few words. */
  readonly detail: string;
}
