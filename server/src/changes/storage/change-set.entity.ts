import { Column, Entity, PrimaryColumn, Raw } from 'typeorm';
import type { FindOperator, SelectQueryBuilder } from 'typeorm';
import type { ChangeCounts, ChangePerson, ChangeState } from '#libs/api';
import type { ItemPiece } from '#libs/changes';

/** A transaction that was about to be committed: what is needed to find out whether it was. */
export interface ApplyAttempt {
  /** The database's own id of it. */
  readonly transactionId: string | null;
  /** The hash of what it did. */
  readonly effect: string;
  /** The digest of where its connection led; those of earlier versions have none. */
  readonly place?: string;
  readonly by: ChangePerson;
  /** ISO 8601. */
  readonly at: string;
  /** Why it is not known yet what became of it, where it was looked for. */
  readonly trouble?: string;
}

/** A change set. What holds rows of a database is encrypted. Times are ISO 8601. */
@Entity('change_set')
export class ChangeSetRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'connection_id' })
  connectionId!: string;

  @Column('varchar')
  title!: string;

  @Column('varchar')
  state!: ChangeState;

  /** The person whose it is, be it by a token or an agent. */
  @Column('varchar', { name: 'author_id' })
  authorId!: string;

  @Column('simple-json')
  author!: ChangePerson;

  @Column('varchar')
  hash!: string;

  @Column('integer')
  version!: number;

  @Column('simple-json')
  counts!: ChangeCounts;

  @Column('simple-json')
  tables!: { schema: string; table: string }[];

  /** Encrypted: the first piece of the items. */
  @Column('text', { select: false })
  items!: string;

  /** The pieces of the items; null where earlier versions kept them. */
  @Column('simple-json', { name: 'item_pieces', nullable: true })
  itemPieces!: readonly ItemPiece[] | null;

  /** Encrypted: the last rehearsal, with the columns that vary. */
  @Column('text', { nullable: true, select: false })
  rehearsal!: string | null;

  /** The effect that was approved; what is applied must have the same. */
  @Column('varchar', { name: 'approved_effect', nullable: true })
  approvedEffect!: string | null;

  @Column('simple-json', { nullable: true })
  attempt!: ApplyAttempt | null;

  @Column('varchar', { name: 'created_at' })
  createdAt!: string;

  @Column('varchar', { name: 'changed_at' })
  changedAt!: string;

  @Column('varchar', { name: 'proposed_at', nullable: true })
  proposedAt!: string | null;

  @Column('varchar', { name: 'decided_at', nullable: true })
  decidedAt!: string | null;

  @Column('simple-json', { name: 'decided_by', nullable: true })
  decidedBy!: ChangePerson | null;

  @Column('text', { nullable: true })
  decision!: string | null;

  @Column('varchar', { name: 'applied_at', nullable: true })
  appliedAt!: string | null;

  @Column('simple-json', { name: 'applied_by', nullable: true })
  appliedBy!: ChangePerson | null;

  @Column('varchar', { nullable: true })
  undoes!: string | null;

  @Column('varchar', { name: 'undone_by', nullable: true })
  undoneBy!: string | null;
}

/** States in which a change set is its author's alone until it is proposed. */
const UNPROPOSED: readonly ChangeState[] = ['draft', 'conflicted'];

/** Whether only its author may see a change set: it was never proposed, also where its rehearsal has found a conflict. */
export function isPrivate({ state, proposedAt }: ChangeSetRecord): boolean {
  return proposedAt === null && UNPROPOSED.includes(state);
}

/** Leaves those out of a query that are private to others than a person; `change` is its alias. */
export function withoutPrivate(query: SelectQueryBuilder<ChangeSetRecord>, personId: string): void {
  query.andWhere(
    '(change.authorId = :personId OR change.proposedAt IS NOT NULL OR change.state NOT IN (:...unproposed))',
    {
      ...{ personId, unproposed: UNPROPOSED },
    },
  );
}

/** An attempt whose end is not known. Written so that SQLite uses the index of these, which it does not for `NOT … IS NULL`. */
export function isUnsettled(): FindOperator<ApplyAttempt | null> {
  return Raw((column) => `${column} IS NOT NULL`) as FindOperator<ApplyAttempt | null>;
}
