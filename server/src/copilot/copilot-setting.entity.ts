import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The one set of choices of the workbench, as a JSON object, with the provider's key sealed. */
@Entity('copilot_setting')
export class CopilotSettingRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('text')
  value!: string;

  @Column('text', { name: 'sealed_key', nullable: true })
  sealedKey!: string | null;

  /** ISO 8601. */
  @Column('varchar', { name: 'updated_at' })
  updatedAt!: string;
}
