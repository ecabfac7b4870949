import { Component, signal } from '@angular/core';
import { DeferBlockBehavior, TestBed } from '@angular/core/testing';
import type { ComponentFixture } from '@angular/core/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { changedDraft, newDraft } from '#libs/forms';
import type { FormDraft, FormField } from '#libs/forms';
import { SchemaFields } from './schema-fields';
import type { FieldChange } from './schema-fields';
import { settingErrors } from './setting-errors';
import type { SettingErrors } from './setting-errors';

const FIELDS: readonly FormField[] = [
  { name: 'a', type: 'text', label: 'A text', required: true, missing: 'Enter it.', width: 'half' },
  { name: 'b', type: 'secret', label: 'A secret', required: true },
  { name: 'c', type: 'number', label: 'A number', unit: 'min', help: 'Of minutes.' },
  {
    name: 'd',
    type: 'choice',
    label: 'A choice',
    default: 'x',
    choices: ['x', 'y'].map((value) => ({ value, label: value })),
  },
  { name: 'e', type: 'choice', label: 'Another choice', required: true, placeholder: 'Choose one', empty: 'None yet.' },
  {
    name: 'f',
    type: 'switch',
    label: 'A switch',
    inverted: true,
    default: true,
    offer: { code: 'refused', text: 'Turn it.' },
  },
  { name: 'g', type: 'list', label: 'A list' },
  { name: 'h', type: 'list', label: 'Lines', rows: 4 },
  { name: 'i', type: 'sql', label: 'SQL' },
  { name: 'j', type: 'connection', label: 'A connection' },
  { name: 'k', type: 'cron', label: 'A cron expression' },
  { name: 'l', type: 'path', label: 'A path', shown_if: { field: 'd', is: ['y'] } },
  { name: 'm', type: 'text', label: 'An object', format: 'json' },
];

@Component({
  selector: 'dw-schema-fields-host',
  imports: [SchemaFields],
  template: `<dw-schema-fields
    [fields]="fields"
    [draft]="draft()"
    [errors]="errors()"
    [kept]="['b']"
    [connections]="[{ id: 'shop', name: 'Shop' }]"
    [refusal]="refusal()"
    (changed)="change($event)"
    (left)="left.push($event.name)"
  />`,
})
class SchemaFieldsHost {
  readonly fields = FIELDS;
  readonly draft = signal<FormDraft>(newDraft(FIELDS));
  readonly errors = signal<SettingErrors>({});
  readonly refusal = signal<string | null>(null);
  readonly left: string[] = [];

  change({ field, value }: FieldChange): void {
    this.draft.update((draft) => changedDraft(FIELDS, draft, field.name, value));
  }
}

describe('SchemaFields', () => {
  let fixture: ComponentFixture<SchemaFieldsHost>;
  let host: SchemaFieldsHost;
  const element = (): HTMLElement => fixture.nativeElement as HTMLElement;
  const labels = (): string[] =>
    [...element().querySelectorAll('label')].map((label) => label.textContent.replace(/\s+/g, ' ').trim());
  const controls = (): HTMLInputElement[] => [
    ...element().querySelectorAll<HTMLInputElement>('input, select, textarea'),
  ];
  const control = (label: string): HTMLInputElement => {
    const found = controls()[labels().findIndex((text) => text.startsWith(label))];
    if (found === undefined) throw new Error(`There is no control called ${label}.`);
    return found;
  };
  const enter = async (label: string, value: string): Promise<void> => {
    const box = control(label);
    box.value = value;
    box.dispatchEvent(new Event(box.tagName === 'SELECT' ? 'change' : 'input'));
    await fixture.whenStable();
  };

  beforeEach(async () => {
    // The editor itself is tried in a real browser; its plain field is enough here.
    TestBed.configureTestingModule({ deferBlockBehavior: DeferBlockBehavior.Manual });
    fixture = TestBed.createComponent(SchemaFieldsHost);
    host = fixture.componentInstance;
    await fixture.whenStable();
  });

  it('draws a control for each type, with what is optional beside its label', () => {
    expect(controls().map((box, at) => [labels()[at], `${box.tagName} ${box.type}`.toLowerCase()])).toEqual([
      ['A text', 'input text'],
      ['A secret', 'input password'],
      ['A number (min) optional', 'input text'],
      ['A choice', 'select select-one'],
      ['Another choice', 'select select-one'],
      ['A switch', 'input checkbox'],
      ['A list optional', 'input text'],
      ['Lines optional', 'textarea textarea'],
      ['SQL optional', 'textarea textarea'],
      ['A connection optional', 'select select-one'],
      ['A cron expression optional', 'input text'],
      ['An object optional', 'textarea textarea'],
    ]);
  });

  it('explains a secret that is kept, and a choice without choices', () => {
    const help = [...element().querySelectorAll('.help')].map(({ textContent }) => textContent);
    expect(help).toEqual(['Leave empty to keep the current one.', 'Of minutes.', 'None yet.']);
    expect(control('Another choice').textContent.trim()).toBe('Choose one');
  });

  it('reports what is typed and chosen, and shows the fields of a choice', async () => {
    await enter('A text', 'x');
    await enter('A choice', 'y');
    await enter('A path', 'reports');
    await enter('A connection', 'shop');
    expect(host.draft()).toMatchObject({ a: 'x', d: 'y', l: 'reports', j: 'shop' });
    control('A path').dispatchEvent(new Event('blur'));
    expect(host.left).toEqual(['l']);
  });

  it('shows errors at their fields', async () => {
    host.errors.set(settingErrors(FIELDS, host.draft(), ['b']));
    await fixture.whenStable();
    expect([...element().querySelectorAll('.error')].map(({ textContent }) => textContent)).toEqual([
      'Enter it.',
      'Choose a value.',
    ]);
    expect(control('A text').getAttribute('aria-invalid')).toBe('true');
  });

  it('offers a switch that solves what the form was refused for, until it is on', async () => {
    const offer = (): HTMLButtonElement | null => element().querySelector('button');
    expect([host.draft()['f'], offer()]).toEqual([false, null]);
    host.refusal.set('another');
    await fixture.whenStable();
    expect(offer()).toBeNull();
    host.refusal.set('refused');
    await fixture.whenStable();
    expect(element().querySelector('.dw-note')?.textContent).toContain('Turn it.');
    offer()?.click();
    await fixture.whenStable();
    expect([host.draft()['f'], offer()]).toEqual([true, null]);
  });
});
