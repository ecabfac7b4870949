import type { JobKindInfo } from '#libs/api';

/** A setting of a job, as its form calls it. */
export interface SettingFact {
  readonly name: string;
  readonly value: string;
}

/** The settings of a job with the labels of the form of its kind; a setting without a field keeps its own name. */
export function settingFacts(
  settings: Readonly<Record<string, unknown>>,
  fields: JobKindInfo['fields'],
): SettingFact[] {
  const known = new Map(fields.map((field) => [field.name, field]));
  // Without a file to keep, how many are kept says nothing.
  const isEmpty = (key: string): boolean => key === 'keep_last' && settings['save_results_as'] === null;
  const shown = Object.entries(settings).filter(([key]) => !isEmpty(key));
  return shown.map(([key, value]) => {
    const field = known.get(key);
    const name = field?.label ?? sentenceCase(key);
    if (typeof value === 'boolean') return { name, value: value === (field?.inverted !== true) ? 'Yes' : 'No' };
    const choice = field?.choices?.find((one) => one.value === value);
    return { name, value: choice?.label ?? valueText(value) };
  });
}

function valueText(value: unknown): string {
  if (value === null || value === '') return 'Not set';
  if (Array.isArray(value)) return value.length === 0 ? 'Not set' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sentenceCase(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
