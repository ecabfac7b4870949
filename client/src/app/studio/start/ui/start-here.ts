import { Component, computed, inject, input } from '@angular/core';
import { stepOffset } from '#libs/demo';
import type { Welcome, WelcomeStep } from '#libs/demo';
import { ConnectionActions } from '../../../shared/connections/connection-actions';
import { DemoActions } from '../../../shared/demo/demo-actions';
import { DemoStore } from '../../../shared/demo/demo.store';
import { Identity } from '../../../shared/identity/identity';
import { keyText } from '../../../shared/keys/key-names';
import { Icon } from '../../../shared/ui/icon/icon';
import type { IconName } from '../../../shared/ui/icon/icon';
import { PageCommands } from '../../commands/ui/page-commands';
import { ActiveEditor } from '../../editor/active-editor';
import { ResultModesStore } from '../../results/result-modes.store';
import type { StudioTab } from '../../tabs/studio-tab';
import { StartStore } from '../start.store';

const ICONS: Readonly<Record<WelcomeStep['icon'], IconName>> = {
  play: 'play',
  table: 'table',
  map: 'map',
  plan: 'workflow',
  chart: 'chart-column',
};

const HINTS = [
  ['Alt+Enter', 'Statement at the cursor'],
  ['Mod+Enter', 'Selection, or everything'],
  ['Mod+K', 'Commands'],
  ['Mod+/', 'Comment lines'],
  ['?', 'All keys'],
] as const;

/** The steps of the guided query below its text, until one of them was run. */
@Component({
  selector: 'dw-start-here',
  imports: [Icon],
  templateUrl: './start-here.html',
  styleUrl: './start-here.css',
})
export class StartHere {
  readonly welcome = input.required<Welcome>();
  readonly tab = input.required<StudioTab>();

  protected readonly start = inject(StartStore);
  protected readonly demo = inject(DemoStore);
  protected readonly demoActions = inject(DemoActions);
  protected readonly connections = inject(ConnectionActions);
  /** Only administrators add connections. */
  protected readonly canAdd = computed(() => !this.identity.isRestricted());
  private readonly identity = inject(Identity);
  private readonly commands = inject(PageCommands);
  private readonly editor = inject(ActiveEditor);
  private readonly modes = inject(ResultModesStore);

  /** The steps that the text still has. */
  protected readonly steps = computed(() =>
    this.welcome().steps.filter(({ number }) => stepOffset(this.tab().sql, number) !== null),
  );
  protected readonly hints = HINTS.map(([keys, text]) => ({ key: keyText(keys), text }));

  constructor() {
    void this.demo.ensure();
  }

  protected iconOf(step: WelcomeStep): IconName {
    return ICONS[step.icon];
  }

  protected actionOf({ action, number }: WelcomeStep): string {
    return action === 'explain' ? 'Open the plan' : `Run step ${number}`;
  }

  /** Puts the cursor into the step's statement and runs it, or opens its plan. */
  protected open({ number, action, mode }: WelcomeStep): void {
    const editor = this.editor.current();
    const offset = stepOffset(this.tab().sql, number);
    if (editor === null || offset === null) return;
    editor.goTo(offset);
    this.modes.choose(this.tab().id, mode);
    if (action === 'explain') this.commands.explain(true);
    else this.commands.run('statement');
  }
}
