import { Injectable } from '@nestjs/common';
import type { Actor } from '#libs/access';
import type { ConnectionAccessChange, ConnectionAccessList } from '#libs/api';
import { Problem } from '../../platform/index.js';
import { ConfiguredConnections } from '../configured-connections.js';
import { entryOf, grantOf } from './access-entry.js';
import { ConnectionAccess } from './connection-access.js';

/** Who may use a connection, for those who may manage it. */
@Injectable()
export class ConnectionAccessService {
  constructor(
    private readonly access: ConnectionAccess,
    private readonly configured: ConfiguredConnections,
  ) {}

  /** Lists who may use a connection. Throws `connection-not-found` and `forbidden`. */
  get(actor: Actor, id: string): ConnectionAccessList {
    this.requireManage(actor, id);
    return { items: this.access.grantsOf(id).map(entryOf) };
  }

  /**
   * Replaces the grants of a connection; with an empty list it is left to administrators. Throws `connection-not-found`,
   * `forbidden`, and `changed-meanwhile` where other grants are in force than those that are expected.
   */
  async change(actor: Actor, id: string, { items, expected }: ConnectionAccessChange): Promise<ConnectionAccessList> {
    this.requireManage(actor, id);
    await this.access.change(actor, id, items.map(grantOf), expected?.map(grantOf));
    return { items: items.map(({ subject, level }) => ({ subject, level })) };
  }

  private requireManage(actor: Actor, id: string): void {
    if (this.configured.find(id) === null) throw new Problem('connection-not-found');
    this.access.require(actor, id, 'manage');
  }
}
