import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { LayerStyle } from '#libs/api';

/** What a person chose for the layer of a saved query. */
@Entity('tile_layer')
export class TileLayerRecord {
  @PrimaryColumn('varchar', { name: 'query_id' })
  queryId!: string;

  @Column('text', { name: 'geometry_column', nullable: true })
  geometryColumn!: string | null;

  @Column('text', { name: 'id_column', nullable: true })
  idColumn!: string | null;

  @Column('text', { nullable: true })
  attribution!: string | null;

  @Column('simple-json', { nullable: true })
  style!: LayerStyle | null;
}
