import { Component, computed, inject, linkedSignal, signal } from '@angular/core';
import { ApiProblem } from '../shared/http/api-problem';
import { FormSending } from '../shared/http/form-sending';
import { SettingsStore } from '../shared/settings/settings.store';
import { Theme } from '../shared/theme/theme';
import { Field } from '../shared/ui/field/field';
import { FieldControl } from '../shared/ui/field/field-control';
import { Icon } from '../shared/ui/icon/icon';
import { Segments } from '../shared/ui/segments';
import { FailedState } from '../shared/ui/state/failed-state';
import { LoadingState } from '../shared/ui/state/loading-state';
import { keepTyped } from '../shared/unsaved/keep-typed';
import { holdUnsaved } from '../shared/unsaved/unsaved-forms';
import { BasemapPreview } from './ui/basemap-preview';
import { formMistakes, formOf, settingsOf } from './studio-form';
import type { StudioField, StudioForm } from './studio-form';

/** How long "Saved" stands beside the button, in milliseconds. */
const SAVED_SHOWN_MS = 2500;

/** Settings → Studio: preview, editor, theme, times and the map's ground. */
@Component({
  selector: 'dw-studio-settings-page',
  imports: [BasemapPreview, FailedState, Field, FieldControl, Icon, LoadingState, Segments],
  templateUrl: './studio-settings-page.html',
  styleUrls: ['./settings-form.css', './studio-settings-page.css'],
})
export class StudioSettingsPage {
  protected readonly settings = inject(SettingsStore);
  private readonly theme = inject(Theme);
  /** What is changed elsewhere arrives here, too; a field that was typed in keeps what was typed. */
  protected readonly form = linkedSignal<StudioForm, StudioForm>({
    source: () => formOf(this.settings.studio(), this.theme.choice()),
    computation: (saved, before) => (before ? keepTyped(before.source, before.value, saved) : saved),
  });
  protected readonly sending = new FormSending<StudioField>(() => formMistakes(this.form()));
  protected readonly isSaved = signal(false);
  protected readonly isChanged = computed(
    () => JSON.stringify(this.form()) !== JSON.stringify(formOf(this.settings.studio(), this.theme.choice())),
  );
  /** The basemap as typed, as soon as it could be one. */
  protected readonly basemap = computed(() =>
    this.form().hasBasemap && formMistakes(this.form()).url === null ? settingsOf(this.form()).basemap : null,
  );
  protected readonly themes = [
    { value: 'system', label: 'System', icon: 'monitor' },
    { value: 'light', label: 'Light', icon: 'sun' },
    { value: 'dark', label: 'Dark', icon: 'moon' },
  ] as const;
  protected readonly times = [
    { value: 'local', label: 'My time zone' },
    { value: 'utc', label: 'UTC' },
  ] as const;
  protected readonly cases = [
    { value: 'keep', label: 'As typed' },
    { value: 'upper', label: 'UPPER' },
    { value: 'lower', label: 'lower' },
  ] as const;
  protected readonly keymaps = [
    { value: 'vscode', label: 'VS Code' },
    { value: 'vim', label: 'Vim' },
  ] as const;
  protected readonly grounds = [
    { value: 'default', label: 'Default' },
    { value: 'custom', label: 'Custom XYZ' },
  ] as const;

  constructor() {
    holdUnsaved({ name: () => 'Studio settings', isDirty: this.isChanged });
    void this.settings.load();
  }

  protected change(change: Partial<StudioForm>): void {
    this.form.update((form) => ({ ...form, ...change }));
    for (const field of Object.keys(change) as StudioField[]) this.sending.forget(field);
    this.isSaved.set(false);
  }

  /** What the server says of the basemap's parts belongs to their fields. What could not be saved stays in the form. */
  protected async save(event: Event): Promise<void> {
    event.preventDefault();
    const entered = this.form();
    const isDone = await this.sending.send(async () => {
      try {
        await this.settings.saveStudio(settingsOf(entered));
      } catch (error) {
        const inForce = formOf(this.settings.studio(), this.theme.choice());
        this.form.update((form) => keepTyped(inForce, form, entered));
        throw ApiProblem.from(error);
      }
    });
    if (!isDone || this.isChanged()) return;
    this.isSaved.set(true);
    setTimeout(() => this.isSaved.set(false), SAVED_SHOWN_MS);
  }

  protected undo(): void {
    this.form.set(formOf(this.settings.studio(), this.theme.choice()));
    this.sending.reset();
  }
}
