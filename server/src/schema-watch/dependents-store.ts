import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Dependent } from '#libs/catalog';
import { State } from '../platform/index.js';
import { DependentsRecord } from './schema-change.entity.js';

/** Keeps what the views of each connection read, as of its last snapshot: what is gone with a column is known by then only. */
@Injectable()
export class DependentsStore {
  constructor(private readonly state: State) {}

  /** None before the first snapshot. */
  async of(connectionId: string): Promise<Dependent[]> {
    const record = await this.state.manager.findOneBy(DependentsRecord, { connectionId });
    if (record === null) return [];
    return JSON.parse((await promisify(gunzip)(record.dependents)).toString()) as Dependent[];
  }

  async replace(manager: EntityManager, connectionId: string, dependents: readonly Dependent[]): Promise<void> {
    const packed = await promisify(gzip)(JSON.stringify(dependents));
    await manager.upsert(DependentsRecord, { connectionId, dependents: packed }, ['connectionId']);
  }
}
