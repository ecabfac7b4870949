import { z } from 'zod';
import { COLOUR_PRESETS, WRITE_LANES } from '#libs/api';
import { normalFolder } from '#libs/connection-folders';
import type { CommonConfig } from './engines/common-config.js';
import { CONNECTION_ID, CONNECTION_LIMITS, RESERVED_ID } from './connection-rules.js';
import { CONNECTION_KINDS } from './engines/engines.js';
import type { ConnectionEngine } from './engines/engines.js';
import { settingsOf } from './engines/settings/setting.js';
import type { SettingMeta } from './engines/settings/setting.js';
import { requiredText, textSetting } from './engines/settings/text-setting.js';

const LIMITS = CONNECTION_LIMITS;
const ID_TEXT = `must be 1 to ${LIMITS.idLength} letters, digits, - or _`;
const COLOUR = new RegExp(`^(?:${COLOUR_PRESETS.join('|')}|#[0-9a-fA-F]{6})$`);
const COLOUR_TEXT = `must be one of ${COLOUR_PRESETS.join(', ')}, or "#rrggbb"`;

const [firstKind = '', ...otherKinds] = CONNECTION_KINDS;

const meta = (value: SettingMeta): z.GlobalMeta => ({ ...value });

/** The settings that connections of all kinds have. The file requires the id, too; a request may leave it out. */
export const commonSchema = z.object({
  id: z
    .string()
    .max(LIMITS.idLength, ID_TEXT)
    .regex(CONNECTION_ID, ID_TEXT)
    .refine((id) => !RESERVED_ID.test(id), 'must not be `kinds`, which the API uses itself')
    .optional()
    .meta(
      meta({
        ...{ label: 'ID', isLiteral: true, example: 'shop' },
        description: 'Letters, digits, - and _; made from the name when left out.',
      }),
    ),
  name: requiredText(LIMITS.nameLength)
    .trim()
    .meta(meta({ label: 'Name', example: 'Shop (production)' })),
  kind: z.enum([firstKind, ...otherKinds]).meta(meta({ label: 'Kind', description: 'Cannot be changed later.' })),
  colour: z
    .string()
    .regex(COLOUR, COLOUR_TEXT)
    .max(7)
    .nullish()
    .meta(meta({ label: 'Colour', description: `${COLOUR_PRESETS.join(', ')} or #rrggbb` })),
  folder: textSetting(LIMITS.folderLength)
    .nullish()
    .meta(meta({ label: 'Folder', example: 'Production/Europe', description: 'Folders with / between them.' })),
  read_only: z
    .boolean()
    .optional()
    .meta(meta({ label: 'Read-only', description: 'Default: `read_only_default` of the kind.' })),
  writes: z
    .enum(WRITE_LANES)
    .default('direct')
    .meta(
      meta({
        label: 'Writes',
        description: '`direct`, `review` after the approval of another person, or `none`, which is read-only.',
      }),
    ),
  statement_timeout_ms: z
    .int()
    .min(LIMITS.statementTimeoutMs.min)
    .max(LIMITS.statementTimeoutMs.max)
    .default(0)
    .meta(meta({ label: 'Statement timeout', description: 'Milliseconds; 0 is no limit.' })),
  auto_commit: z
    .boolean()
    .default(true)
    .meta(meta({ label: 'Auto-commit', description: "False: a tab's first statement opens a transaction." })),
  confirm_destructive: z
    .boolean()
    .default(true)
    .meta(
      meta({
        label: 'Confirm destructive statements',
        description: 'Statements that destroy data without picking rows need a confirmation. False marks a playground.',
      }),
    ),
});

export type CommonValues = Partial<{
  [Name in keyof z.output<typeof commonSchema>]: z.output<typeof commonSchema>[Name] | null;
}>;

/** As they are described. */
export const COMMON_SETTINGS = settingsOf(commonSchema);

/** What checked values mean for a connection of an engine; what is left out or null has its default. */
export function commonConfig(values: CommonValues, { isReadOnlyByDefault }: ConnectionEngine): CommonConfig {
  const folder = normalFolder(values.folder ?? '');
  const lane = values.writes ?? 'direct';
  const readOnly = lane === 'none' || (values.read_only ?? isReadOnlyByDefault);
  return {
    id: values.id ?? '',
    name: values.name ?? '',
    colour: values.colour ?? null,
    ...(folder !== null && { folder }),
    readOnly,
    writes: readOnly ? 'none' : lane,
    statementTimeoutMs: values.statement_timeout_ms ?? 0,
    autoCommit: values.auto_commit ?? true,
    confirmDestructive: values.confirm_destructive ?? true,
  };
}
