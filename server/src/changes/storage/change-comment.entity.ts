import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ChangePerson } from '#libs/api';

/** What a person says of a change set. */
@Entity('change_comment')
export class ChangeCommentRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'change_id' })
  changeId!: string;

  @Column('simple-json')
  author!: ChangePerson;

  @Column('text')
  text!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at' })
  createdAt!: string;
}
