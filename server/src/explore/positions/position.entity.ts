import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a person moved the tables of a connection's diagram, as a JSON list. */
@Entity('explore_position')
export class PositionRecord {
  /** Who alone sees them so. */
  @PrimaryColumn('varchar', { name: 'owner_id' })
  ownerId!: string;

  @PrimaryColumn('varchar', { name: 'connection_id' })
  connectionId!: string;

  @Column('text')
  positions!: string;

  /** ISO 8601. */
  @Column('varchar', { name: 'updated_at' })
  updatedAt!: string;
}
