import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something that was done, or tried. The database refuses to change it or to take it away. */
@Entity('audit_entry')
export class AuditRecord {
  /** From 1, without gaps, in the order of commits. */
  @PrimaryColumn('integer')
  sequence!: number;

  /** ISO 8601 in UTC with milliseconds, so that text order is time order. */
  @Column('varchar')
  at!: string;

  @Column('varchar')
  action!: string;

  @Column('varchar')
  outcome!: string;

  /** Null, with the other columns of the actor, where the actor is unknown. */
  @Column('varchar', { name: 'actor_kind', nullable: true })
  actorKind!: string | null;

  @Column('varchar', { name: 'actor_user_id', nullable: true })
  actorUserId!: string | null;

  @Column('varchar', { name: 'actor_name', nullable: true })
  actorName!: string | null;

  @Column('varchar', { name: 'actor_token_id', nullable: true })
  actorTokenId!: string | null;

  @Column('varchar', { name: 'object_kind' })
  objectKind!: string;

  @Column('varchar', { name: 'object_id' })
  objectId!: string;

  @Column('varchar', { name: 'object_name', nullable: true })
  objectName!: string | null;

  /** Canonical JSON. */
  @Column('text')
  details!: string;

  /** Of the hash before and all of the above: `entryHash` of `libs/audit`. */
  @Column('varchar')
  hash!: string;
}
