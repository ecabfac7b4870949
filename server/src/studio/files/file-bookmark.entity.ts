import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A bookmark of a `.sql` file; the file itself stays where it is. */
@Entity('studio_file')
export class FileBookmarkRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  /** Absolute, as a person chose it: links in it are followed each time anew. */
  @Column('varchar')
  path!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'created_at' })
  createdAt!: string;
}
