import { inject, Service } from '@angular/core';
import type { RunParameters } from '#libs/api';
import { textParameters } from '#libs/sql';
import type { SqlDialect } from '#libs/sql';
import { connectionDialect } from '../../../shared/connections/connection-dialect';
import { ConnectionsStore } from '../../../shared/connections/connections.store';
import { Dialogs } from '../../../shared/ui/dialog/dialogs';
import { ParameterDialog } from './parameter-dialog';
import type { ParameterDialogData } from './parameter-dialog';
import { ParameterMemory } from '../parameter-memory';
import type { GivenValues } from '../parameter-memory';
import type { SentText } from '../run-state';
import type { StudioTab } from '../../tabs/studio-tab';

/** Asks for the values of a text's parameters before it is run. */
@Service()
export class ParameterPrompt {
  private readonly dialogs = inject(Dialogs);
  private readonly memory = inject(ParameterMemory);
  private readonly connections = inject(ConnectionsStore);

  /** The names to ask for; none where a statement mixes two kinds, which the server refuses in words. */
  namesIn(sql: string, dialect: SqlDialect): readonly string[] {
    const { names, isMixed } = textParameters(sql, dialect);
    return isMixed ? [] : names;
  }

  /** The names without a value in a text that was sent: those of a run of an earlier page. */
  missingIn({ sql, connectionId, parameters }: SentText): readonly string[] {
    const connection = this.connections.find(connectionId);
    return parameters || !connection ? [] : this.namesIn(sql, connectionDialect(connection));
  }

  /** The values as a run sends them, or null when the person thought better of it. */
  async ask(tab: StudioTab, sql: string, names: readonly string[]): Promise<RunParameters | null> {
    const data = { names, known: this.memory.find(tab, sql, names) };
    const options = { data, width: 560, isForm: true };
    const given = await this.dialogs.open<ParameterDialog, GivenValues, ParameterDialogData>(ParameterDialog, options);
    if (given === undefined) return null;
    this.memory.keep(tab, sql, given);
    return Object.fromEntries(
      Object.entries(given).map(([name, { value, type }]) => [name, type === null ? { value } : { value, type }]),
    );
  }
}
