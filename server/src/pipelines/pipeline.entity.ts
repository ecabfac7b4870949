import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { PipelineDefinition } from '#libs/pipelines';

/** A saved pipeline. Times are milliseconds since the epoch. */
@Entity('pipeline')
export class PipelineRecord {
  @PrimaryColumn('varchar')
  id!: string;

  @Column('varchar', { name: 'owner_id' })
  ownerId!: string;

  @Column('varchar')
  name!: string;

  /** The name in small letters: unique for its owner. */
  @Column('varchar', { name: 'name_key' })
  nameKey!: string;

  @Column('simple-json')
  definition!: PipelineDefinition;

  /** Counts the changes, from 1. */
  @Column('integer')
  version!: number;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'updated_at' })
  updatedAt!: number;
}
