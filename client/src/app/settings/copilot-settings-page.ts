import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import type { CopilotLevel, CopilotProvider, CopilotSettings, CopilotTest } from '#libs/api';
import { shortened } from '#libs/markup';
import { latencyText } from '../shared/connections/connection-look';
import { ConnectionsStore } from '../shared/connections/connections.store';
import { ApiClient } from '../shared/http/api-client';
import { ApiProblem } from '../shared/http/api-problem';
import { failureText } from '../shared/http/failure-text';
import { FormSending } from '../shared/http/form-sending';
import { Loaded } from '../shared/http/loaded';
import { Field } from '../shared/ui/field/field';
import { FieldControl } from '../shared/ui/field/field-control';
import { Icon } from '../shared/ui/icon/icon';
import { Segments } from '../shared/ui/segments';
import { EmptyState } from '../shared/ui/state/empty-state';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { keepTyped } from '../shared/unsaved/keep-typed';
import { holdUnsaved } from '../shared/unsaved/unsaved-forms';
import { choicesOf, copilotFormOf, copilotInputOf, copilotMistakes, withTyped } from './copilot-form';
import type { CopilotField, CopilotForm } from './copilot-form';

const PATH = '/api/settings/copilot';
const SAVED_SHOWN_MS = 2500;
const SHOWN_CHARACTERS = 40;

/** Settings → AI Copilot: whom it asks, and what of each connection may be sent. */
@Component({
  selector: 'dw-copilot-settings-page',
  imports: [EmptyState, FailedState, Field, FieldControl, Icon, LoadingState, Segments],
  templateUrl: './copilot-settings-page.html',
  styleUrls: ['./settings-form.css', './copilot-settings-page.css'],
})
export class CopilotSettingsPage {
  private readonly api = inject(ApiClient);
  protected readonly connections = inject(ConnectionsStore).connections;
  protected readonly kept = new Loaded<CopilotSettings>(() => this.api.get(PATH));
  protected readonly form = linkedSignal<CopilotForm | null>(() => {
    const settings = this.kept.value();
    return settings === null ? null : copilotFormOf(settings);
  });
  protected readonly sending = new FormSending<CopilotField>(() => {
    const form = this.form();
    return form === null ? {} : copilotMistakes(form);
  });
  protected readonly isSaved = signal(false);
  protected readonly isTesting = signal(false);
  protected readonly tested = signal<CopilotTest | null>(null);
  protected readonly isChanged = computed(() => {
    const [form, settings] = [this.form(), this.kept.value()];
    return form !== null && settings !== null && JSON.stringify(form) !== JSON.stringify(copilotFormOf(settings));
  });
  protected readonly providers: readonly { value: CopilotProvider; label: string }[] = [
    { value: 'off', label: 'Off' },
    { value: 'openai-compatible', label: 'OpenAI compatible' },
    { value: 'anthropic', label: 'Anthropic' },
  ];
  protected readonly levels: readonly { value: CopilotLevel; label: string }[] = [
    { value: 'off', label: 'Off' },
    { value: 'names', label: 'Names only' },
    { value: 'comments', label: 'Names and comments' },
    { value: 'samples', label: 'With sample values' },
  ];

  constructor() {
    holdUnsaved({ name: () => 'the settings of AI Copilot', isDirty: this.isChanged });
    void this.kept.load();
  }

  protected change(part: Partial<CopilotForm>): void {
    this.form.update((form) => form && { ...form, ...part });
    for (const field of Object.keys(part)) this.sending.forget(field as CopilotField);
    this.isSaved.set(false);
    this.tested.set(null);
  }

  protected setLevel(id: string, level: string): void {
    const others = Object.entries(this.form()?.connections ?? {}).filter(([other]) => other !== id);
    const chosen: [string, CopilotLevel][] = level === '' ? others : [...others, [id, level as CopilotLevel]];
    this.change({ connections: Object.fromEntries(chosen) });
  }

  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const [form, began] = [this.form(), this.kept.value()];
    if (form === null || began === null) return;
    const isDone = await this.sending.send(async () => {
      const body = { ...copilotInputOf(form), expected: choicesOf(began) };
      const settings = await this.api.put(PATH, { body }).catch((error: unknown) => this.takeOthers(error, began));
      // The form follows what is in force, so that what was typed meanwhile is read before.
      const typed = keepTyped(form, this.form() ?? form, copilotFormOf(settings));
      this.kept.update(() => settings);
      this.form.set(typed);
    });
    if (!isDone || this.isChanged()) return;
    this.isSaved.set(true);
    setTimeout(() => this.isSaved.set(false), SAVED_SHOWN_MS);
  }

  /** Shows what another person has saved meanwhile, with what was changed here, to be reviewed before it is saved. */
  private async takeOthers(error: unknown, began: CopilotSettings): Promise<never> {
    if (ApiProblem.from(error).code === 'changed-meanwhile') {
      const form = this.form() ?? copilotFormOf(began);
      await this.kept.load();
      const now = this.kept.value() ?? began;
      this.form.set(withTyped(copilotFormOf(began), form, copilotFormOf(now)));
    }
    throw error;
  }

  protected async test(): Promise<void> {
    const form = this.form();
    if (form === null || this.isTesting()) return;
    this.isTesting.set(true);
    this.tested.set(null);
    await this.sending.send(async () => {
      const body = copilotInputOf(form);
      this.tested.set(await this.api.post('/api/settings/copilot/test', { body }).catch(failedTest));
    });
    this.isTesting.set(false);
  }

  /** A model that talks more than it was asked to is cut short. */
  protected testedText({ ok, message, latency_ms: ms }: CopilotTest): string {
    if (!ok) return message;
    const answer = shortened(message, SHOWN_CHARACTERS + 1);
    return `Answered “${answer}” in ${latencyText(ms)}`;
  }

  protected undo(): void {
    const settings = this.kept.value();
    if (settings) this.form.set(copilotFormOf(settings));
    this.sending.reset();
  }
}

/** A failed request as a failed test, so that it shows beside the button. Throws a problem of fields, for their places. */
function failedTest(error: unknown): CopilotTest {
  const problem = ApiProblem.from(error);
  if (problem.errors.length > 0) throw problem;
  return { ok: false, message: failureText(problem), latency_ms: 0 };
}
