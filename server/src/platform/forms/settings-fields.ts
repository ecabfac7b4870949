import { z } from 'zod';
import { formFields } from '#libs/forms';
import type { FieldMeta, FormField, SettingsSchema } from '#libs/forms';

/** The fields of a form for the settings that a schema checks. A property without a label in its metadata has none. */
export function settingsFields(schema: z.ZodType): FormField[] {
  return formFields(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as SettingsSchema);
}

/** Metadata of a setting for `.meta(…)`, checked by its type. */
export function fieldMeta(meta: FieldMeta): z.GlobalMeta {
  return { ...meta };
}
