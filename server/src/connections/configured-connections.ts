import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { ConfigurationMistake } from '#libs/api';
import type { ConnectionConfig } from './connection-config.js';
import type { ConnectionsParsing } from './config-file/parse-connections.js';

/** The list of connections in force and what keeps a newer one from it. */
@Injectable()
export class ConfiguredConnections {
  private byId = new Map<string, ConnectionConfig>();
  private found: readonly ConfigurationMistake[] = [];

  /** In the order of the file. */
  get all(): ConnectionConfig[] {
    return [...this.byId.values()];
  }

  get mistakes(): readonly ConfigurationMistake[] {
    return this.found;
  }

  find(id: string): ConnectionConfig | null {
    return this.byId.get(id) ?? null;
  }

  /** Puts a valid list in force and reports the ids that differ; of an invalid one only the mistakes are kept. */
  accept(parsing: ConnectionsParsing): { changedIds: string[]; haveMistakesChanged: boolean } {
    const mistakes = parsing.kind === 'invalid' ? parsing.mistakes : [];
    const haveMistakesChanged = !isDeepStrictEqual(mistakes, this.found);
    this.found = mistakes;
    if (parsing.kind === 'invalid') return { changedIds: [], haveMistakesChanged };
    const before = this.byId;
    this.byId = new Map(parsing.connections.map((config) => [config.id, config]));
    const ids = [...new Set([...before.keys(), ...this.byId.keys()])];
    const changedIds = ids.filter((id) => !isDeepStrictEqual(before.get(id), this.byId.get(id)));
    return { changedIds, haveMistakesChanged };
  }
}
