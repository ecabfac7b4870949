import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConnectionGrant } from '#libs/access';

/** Who may use a connection, once an administrator has set it. It stays when the connection goes, in case it comes back. */
@Entity('connection_access')
export class ConnectionAccessRecord {
  @PrimaryColumn('varchar', { name: 'connection_id' })
  connectionId!: string;

  @Column('simple-json')
  grants!: readonly ConnectionGrant[];
}
