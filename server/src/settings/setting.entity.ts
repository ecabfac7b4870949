import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What one person has set in one area, as a JSON object. */
@Entity('user_setting')
export class SettingRecord {
  /** Who alone may see it. */
  @PrimaryColumn('varchar', { name: 'owner_id' })
  ownerId!: string;

  @PrimaryColumn('varchar')
  area!: string;

  @Column('text')
  value!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'updated_at' })
  updatedAt!: string;
}
