import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A thing that a feature has made for the demo. */
@Entity('demo_item')
export class DemoItemRecord {
  /** The contribution that made it. */
  @PrimaryColumn('varchar')
  part!: string;

  @PrimaryColumn('varchar', { name: 'item_id' })
  itemId!: string;

  /** What it is, for people to read: `saved query`. */
  @Column('varchar')
  kind!: string;

  @Column('varchar')
  name!: string;

  /** What distinguishes it from what a person has made of it, such as its version. */
  @Column('varchar')
  stamp!: string;

  /** The state directory that made it (`DemoHome.id`). */
  @Column('varchar')
  home!: string;
}
