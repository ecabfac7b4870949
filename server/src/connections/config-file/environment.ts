/** The variables that `${NAME}` may speak of. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type Expansion =
  | { readonly kind: 'text'; readonly text: string; readonly hasVariables: boolean }
  | { readonly kind: 'undefined-variable'; readonly name: string }
  | { readonly kind: 'malformed' };

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Replaces every `${NAME}` by that environment variable; `$${` stands for the two characters themselves.
 * Anything else that begins with `${` is malformed, so that a slip never ends up as part of a password.
 */
export function expandVariables(raw: string, env: Environment): Expansion {
  let text = '';
  let end = 0;
  let hasVariables = false;
  for (const match of raw.matchAll(/\$\$\{|\$\{([^}]*)(\}?)/g)) {
    text += raw.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[0] === '$${') {
      text += '${';
      continue;
    }
    const name = match[1] ?? '';
    if (match[2] !== '}' || !NAME.test(name)) return { kind: 'malformed' };
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) return { kind: 'undefined-variable', name };
    text += value;
    hasVariables = true;
  }
  return { kind: 'text', text: text + raw.slice(end), hasVariables };
}

/** Writes `text` so that `expandVariables` gives it back unchanged: what a browser sends names no variables. */
export function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}
