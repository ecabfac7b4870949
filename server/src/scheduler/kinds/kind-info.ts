import type { JobKindInfo } from '#libs/api';
import type { FieldChoice } from '#libs/forms';
import { settingsFields } from '../../platform/index.js';
import type { JobKind } from '../job-kind.js';

/** What the interface needs to know of a kind; `choices` are those that depend on what there is, by setting. */
export function kindInfo(kind: JobKind, choices: Readonly<Record<string, FieldChoice[]>> = {}): JobKindInfo {
  const { access, isConnectionOptional = false, isAdminsOnly = false, needs, settings } = kind;
  const withoutAccess = isConnectionOptional ? 'optional' : 'none';
  return {
    ...{ kind: kind.name, label: kind.label, icon: kind.icon },
    connection: access === null ? withoutAccess : 'required',
    ...{ needs: needs?.capability ?? null, admins_only: isAdminsOnly, suggested_cron: kind.suggestedCron },
    ...{ default_missed: kind.defaultMissed, default_timeout_s: kind.defaultTimeoutS },
    fields: settingsFields(settings).map((field) => {
      const offered = choices[field.name];
      return offered === undefined ? field : { ...field, choices: offered };
    }),
  };
}
