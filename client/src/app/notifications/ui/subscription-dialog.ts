import { DIALOG_DATA, DialogRef } from '@angular/cdk/dialog';
import { Component, computed, inject, signal } from '@angular/core';
import type { Channel, Connection, Subscription } from '#libs/api';
import { EVENT_LABELS, NOTIFICATION_EVENTS, isJobEvent } from '#libs/notifications';
import type { NotificationEvent } from '#libs/notifications';
import { FormSending } from '../../shared/http/form-sending';
import type { Loaded } from '../../shared/http/loaded';
import { FormFrame } from '../../shared/ui/dialog/form-frame';
import { ChoiceGroup } from '../../shared/ui/field/choice-group';
import { Field } from '../../shared/ui/field/field';
import { FieldControl } from '../../shared/ui/field/field-control';
import { NarrowedChoice } from '../../shared/ui/field/narrowed-choice';
import { withItem } from '../../shared/ui/field/with-item';
import { Icon } from '../../shared/ui/icon/icon';
import { NotificationsApi } from '../data/notifications-api';
import type { NamedJob } from '../data/notifications-api';
import { channelChoice } from '../data/channel-words';
import { digestText, digestsWith, formOf, inputOf } from '../data/subscription-form';

/** The subscription to change, or null for a new one, and what there is to choose from. */
export interface SubscriptionDialogData {
  subscription: Subscription | null;
  channels: readonly Channel[];
  jobs: Loaded<readonly NamedJob[]>;
  connections: readonly Connection[];
}

/** Says which events a channel hears of, of which connections and jobs, and when. */
@Component({
  selector: 'dw-subscription-dialog',
  imports: [ChoiceGroup, Field, FieldControl, FormFrame, Icon, NarrowedChoice],
  templateUrl: './subscription-dialog.html',
  styleUrl: './form-dialog.css',
})
export class SubscriptionDialog {
  private readonly api = inject(NotificationsApi);
  private readonly dialog = inject<DialogRef>(DialogRef);
  protected readonly data = inject<SubscriptionDialogData>(DIALOG_DATA);

  protected readonly form = signal(formOf(this.data.subscription, this.data.channels[0]?.id ?? ''));
  protected readonly sending = new FormSending<'events' | 'filter' | 'jobs'>(() => ({
    events: this.form().events.size === 0 ? 'Choose at least one event.' : null,
    filter: !this.isEverywhere() && this.form().connectionIds.size === 0 ? 'Choose at least one connection.' : null,
    // Without a job, the subscription would be about all of them.
    jobs: this.narrowsJobs() && this.form().jobIds.size === 0 ? 'Choose at least one job.' : null,
  }));
  protected readonly isEverywhere = signal(this.form().connectionIds.size === 0);
  protected readonly jobs = this.data.jobs;
  /** Known jobs, those that may come, and those of the subscription. */
  private readonly hasJobs = computed(
    () => this.jobs.value()?.length !== 0 || this.jobs.problem() !== null || this.form().jobIds.size > 0,
  );
  protected readonly offersJobs = computed(() => [...this.form().events].some(isJobEvent) && this.hasJobs());
  protected readonly isEveryJob = signal(this.form().jobIds.size === 0);
  private readonly narrowsJobs = computed(() => this.offersJobs() && !this.isEveryJob());
  protected readonly events = NOTIFICATION_EVENTS;
  protected readonly labels = EVENT_LABELS;
  protected readonly channelChoice = channelChoice;
  protected readonly digests = digestsWith(this.form().digestMinutes);
  protected readonly digestText = digestText;

  protected chooseEvent(event: NotificationEvent, isIn: boolean): void {
    this.form.update((form) => ({ ...form, events: withItem(form.events, event, isIn) }));
    this.sending.forget('events');
  }

  protected chooseConnections(connectionIds: ReadonlySet<string>): void {
    this.form.update((form) => ({ ...form, connectionIds }));
    this.sending.forget('filter');
  }

  protected chooseJobs(jobIds: ReadonlySet<string>): void {
    this.form.update((form) => ({ ...form, jobIds }));
    this.sending.forget('jobs');
  }

  protected chooseChannel(channelId: string): void {
    this.form.update((form) => ({ ...form, channelId }));
  }

  protected chooseDigest(index: number): void {
    this.form.update((form) => ({ ...form, digestMinutes: this.digests[index] ?? 0 }));
  }

  protected async send(): Promise<void> {
    const form = this.form();
    const none: ReadonlySet<string> = new Set();
    const chosen = {
      ...form,
      connectionIds: this.isEverywhere() ? none : form.connectionIds,
      jobIds: this.narrowsJobs() ? form.jobIds : none,
    };
    const isSent = await this.sending.send(async () => {
      const [began, input] = [this.data.subscription, inputOf(chosen)];
      if (began === null) await this.api.createSubscription(input);
      else await this.api.changeSubscription(began.id, { ...input, expected: inputOf(formOf(began, '')) });
    });
    if (isSent) this.dialog.close();
  }
}
