import { Column, Entity, PrimaryColumn } from 'typeorm';
import { epoch } from '../epoch-column.js';

/** A file or a folder that is to be removed. */
@Entity('job_file_removal')
export class FileRemovalRecord {
  @PrimaryColumn('varchar')
  id!: string;

  /** Absolute. */
  @Column('text')
  path!: string;

  /** Whether it was kept as an output, which is never removed through a link. */
  @Column('boolean', { name: 'is_output' })
  isOutput!: boolean;

  /** Milliseconds since the epoch. */
  @Column('bigint', { name: 'noted_at', transformer: epoch })
  notedAt!: number;
}
