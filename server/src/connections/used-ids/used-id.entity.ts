import { Entity, PrimaryColumn } from 'typeorm';

/** An id that a connection has or has had. */
@Entity('connection_ids')
export class UsedIdRecord {
  @PrimaryColumn('varchar')
  id!: string;
}
