import { DOCUMENT } from '@angular/common';
import { Component, computed, inject, signal } from '@angular/core';
import type { NewApiToken } from '#libs/api';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { FormSending } from '../shared/http/form-sending';
import { CopyButton } from '../shared/ui/copy-button';
import { Field } from '../shared/ui/field/field';
import { FieldControl } from '../shared/ui/field/field-control';
import { NarrowedChoice } from '../shared/ui/field/narrowed-choice';
import { Icon } from '../shared/ui/icon/icon';
import { ShownOnce } from '../shared/ui/secret/shown-once';
import { Segments } from '../shared/ui/segments';
import { holdUnsaved } from '../shared/unsaved/unsaved-forms';
import { AgentsApi } from './data/agents-api';
import { TOKEN_PLACE, clientExamples } from './data/client-examples';

const FIRST_NAME = 'My agent';

/** How agents are connected: what they can ask, a token for them, and how each client is set up. */
@Component({
  selector: 'dw-agents-page',
  imports: [CopyButton, Field, FieldControl, Icon, NarrowedChoice, Segments, ShownOnce],
  templateUrl: './agents-page.html',
  styleUrl: './agents-page.css',
})
export class AgentsPage {
  private readonly api = inject(AgentsApi);
  protected readonly connections = inject(ConnectionsStore).connections;
  protected readonly url = `${inject(DOCUMENT).location.origin}/mcp`;

  protected readonly name = signal(FIRST_NAME);
  protected readonly isEverywhere = signal(true);
  protected readonly chosen = signal<ReadonlySet<string>>(new Set());
  protected readonly mayPropose = signal(false);
  /** Those whose catalog agents read, and where one may be proposed, those that take change sets. */
  protected readonly reachable = computed(() =>
    this.connections().filter(
      ({ capabilities }) => capabilities.catalog || (this.mayPropose() && capabilities.change_sets),
    ),
  );
  protected readonly token = signal<NewApiToken | null>(null);
  /** Also with the configuration, which contains it. */
  protected readonly isCopied = signal(false);
  protected readonly sending = new FormSending<'name' | 'connection_ids'>(() => ({
    name: this.name().trim() === '' ? 'Enter a name.' : null,
    connection_ids: !this.isEverywhere() && this.chosen().size === 0 ? 'Choose at least one connection.' : null,
  }));
  protected readonly client = signal('claude-code');
  private readonly examples = computed(() => clientExamples(this.url, this.token()?.token ?? TOKEN_PLACE));
  protected readonly clients = computed(() => this.examples().map(({ id, name }) => ({ value: id, label: name })));
  protected readonly example = computed(() => this.examples().find(({ id }) => id === this.client()) ?? null);

  constructor() {
    holdUnsaved({ name: () => 'the new token', isDirty: () => this.token() === null && this.isChanged() });
  }

  protected choose(ids: ReadonlySet<string>): void {
    this.chosen.set(ids);
    this.sending.forget('connection_ids');
  }

  protected async make(): Promise<void> {
    await this.sending.send(async () => {
      const limit = this.isEverywhere() ? null : [...this.chosen()];
      this.token.set(await this.api.createToken(this.name().trim(), limit, this.mayPropose()));
    });
  }

  private isChanged(): boolean {
    return this.name() !== FIRST_NAME || !this.isEverywhere() || this.mayPropose();
  }
}
