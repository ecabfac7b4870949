import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The whole text of an entry of the history that is too long to stand beside it. */
@Entity('studio_history_text')
export class HistoryTextRecord {
  @PrimaryColumn('varchar', { name: 'entry_id' })
  entryId!: string;

  @Column('text')
  sql!: string;
}
