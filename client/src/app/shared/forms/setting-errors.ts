import { draftMistakes } from '#libs/forms';
import type { FormDraft, FormField } from '#libs/forms';

/** The error of each field of settings, by the place that the server's errors name: `settings/<name>`. */
export type SettingErrors = Record<string, string | null | undefined>;

/** What is wrong with settings as they are typed. A required secret named in `kept` may be empty. */
export function settingErrors(
  fields: readonly FormField[],
  draft: FormDraft,
  kept: readonly string[] = [],
): SettingErrors {
  const mistakes = Object.entries(draftMistakes(fields, draft, kept));
  return Object.fromEntries(mistakes.map(([name, mistake]) => [`settings/${name}`, mistake]));
}
