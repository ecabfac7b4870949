import type { FormField } from '#libs/forms';
import type { Setting } from './setting.js';

const TYPES = {
  text: 'text',
  secret: 'secret',
  path: 'path',
  integer: 'number',
  choice: 'choice',
  flag: 'switch',
} as const satisfies Record<Exclude<Setting['type'], 'group' | 'map'>, FormField['type']>;

/** The fields of a form for settings, in their order; those of a group are named `group.setting`. */
export function formFields(settings: readonly Setting[], group = ''): FormField[] {
  return settings.flatMap((setting) => {
    if (setting.isHidden === true || setting.type === 'map') return [];
    const name = `${group}${setting.name}`;
    return setting.type === 'group' ? formFields(setting.members, `${name}.`) : [fieldOf(setting, name, setting.type)];
  });
}

function fieldOf(setting: Setting, name: string, type: keyof typeof TYPES): FormField {
  const {
    label,
    help,
    placeholder,
    missing,
    isRequired,
    default: initial,
    range,
    maxLength,
    choices,
    labels,
    isNeeded,
    section,
    shown_if: shownIf,
    width,
    rows,
  } = setting;
  return {
    name,
    type: TYPES[type],
    label,
    ...(help !== undefined && { help }),
    ...(placeholder !== undefined && { placeholder }),
    ...((isRequired || isNeeded === true) && { required: true }),
    ...(section !== undefined && { section }),
    ...(shownIf !== undefined && { shown_if: shownIf }),
    ...(width !== undefined && { width }),
    ...(rows !== undefined && { rows }),
    ...(missing !== undefined && { missing }),
    ...(initial !== undefined && { default: initial as string | number | boolean | null }),
    ...(type === 'integer' && range),
    ...(['text', 'secret', 'path'].includes(type) && { max_length: maxLength }),
    ...(choices.length > 0 && { choices: choices.map((value) => ({ value, label: labels?.[value] ?? value })) }),
  };
}
