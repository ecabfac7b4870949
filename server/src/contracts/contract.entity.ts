import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ViolationSet } from '#libs/api';
import type { FrozenTable, Violation } from '#libs/contracts';

/** The active contract of a connection. */
@Entity('contract')
export class ContractRecord {
  @PrimaryColumn('varchar', { name: 'connection_id' })
  connectionId!: string;

  /** Another one after each freeze. */
  @Column('varchar')
  id!: string;

  @Column('varchar')
  name!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'frozen_at' })
  frozenAt!: string;

  /** For people to read. */
  @Column('varchar', { name: 'frozen_by' })
  frozenBy!: string;

  @Column('simple-json')
  tables!: readonly FrozenTable[];

  /** Null in records of earlier versions until the next check. */
  @Column('integer', { name: 'table_count', nullable: true })
  tableCount!: number | null;

  /** Fingerprint of what is broken; null while it holds. */
  @Column('text', { nullable: true })
  breakage!: string | null;

  /** ISO 8601: when a complete catalog was last evaluated. */
  @Column('varchar', { name: 'evaluated_at' })
  evaluatedAt!: string;
}

/** One breach of a contract, which outlives it. */
@Entity('contract_violation')
export class ViolationRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  @Column('varchar', { name: 'contract_id' })
  contractId!: string;

  /** ISO 8601, like the other two. */
  @Column('varchar', { name: 'opened_at' })
  openedAt!: string;

  @Column('varchar', { name: 'changed_at' })
  changedAt!: string;

  @Column('varchar', { name: 'resolved_at', nullable: true })
  resolvedAt!: string | null;

  @Column('text')
  summary!: string;

  /** The last set of violations. */
  @Column('simple-json')
  items!: Violation[];

  /** Every set, oldest first, in records of earlier versions; read by name only. */
  @Column('simple-json', { select: false })
  sets?: Pick<ViolationSet, 'since' | 'summary' | 'items'>[];
}

/** What was broken from one evaluation on, until the next set of the same violation. */
@Entity('contract_violation_set')
export class ViolationSetRecord {
  @PrimaryColumn('varchar', { name: 'violation_id' })
  violationId!: string;

  /** From 0 on. */
  @PrimaryColumn('integer')
  place!: number;

  /** ISO 8601. */
  @Column('varchar')
  since!: string;

  @Column('integer', { name: 'item_count' })
  itemCount!: number;

  @Column('text')
  summary!: string;

  @Column('simple-json')
  items!: Violation[];
}
