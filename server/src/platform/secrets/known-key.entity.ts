import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A key that secrets of this state were encrypted with; where there is one, no new key is made unasked. */
@Entity('secret_key')
export class KnownKeyRecord {
  @PrimaryColumn('varchar')
  fingerprint!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'first_used_at' })
  firstUsedAt!: string;
}
