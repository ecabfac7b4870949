import { inject, Service } from '@angular/core';
import { countedText } from '#libs/results';
import { ApiClient } from '../http/api-client';
import { Dialogs } from '../ui/dialog/dialogs';

/** The open transactions of a person on a connection, in any of their browsers. */
@Service()
export class OpenTransactions {
  private readonly client = inject(ApiClient);
  private readonly dialogs = inject(Dialogs);

  /** Asks before they are rolled back by a change of their connection; true where there are none, or it is meant. */
  async mayRollBack(connectionId: string): Promise<boolean> {
    const count = await this.count(connectionId);
    if (count === 0) return true;
    return this.dialogs.confirm({
      heading: 'Save and end sessions?',
      text: `${countedText(count, 'open transaction')} on this connection will be rolled back.`,
      action: 'Roll back and save',
      isDangerous: true,
    });
  }

  /** What cannot be read is no reason to refuse the change. */
  private async count(connectionId: string): Promise<number> {
    try {
      const { items } = await this.client.get('/api/studio/sessions');
      return items.filter((one) => one.connection_id === connectionId && one.transaction !== 'none').length;
    } catch {
      return 0;
    }
  }
}
