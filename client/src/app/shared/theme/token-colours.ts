/** Reads the value of a design token by its name without `--dw-`. */
export type TokenReader = (name: string) => string;

/**
 * Reads the tokens that hold for an element now, for what paints outside of CSS. Colours are `#rrggbb`, also where a token
 * is a colour of the system or a mix of them (`forced-colors.css`); any other value is as it is written.
 */
export function tokenReader(element: Element): TokenReader {
  const style = getComputedStyle(element);
  return (name) => {
    const value = style.getPropertyValue(`--dw-${name}`).trim();
    return value.startsWith('#') || !CSS.supports('color', value) ? value : painted(element, value);
  };
}

/** The colour that the browser paints an element in. */
function painted(element: Element, colour: string): string {
  const probe = document.createElement('span');
  probe.hidden = true;
  probe.style.color = colour;
  element.append(probe);
  const text = getComputedStyle(probe).color;
  probe.remove();
  return hexOf(text) ?? colour;
}

/** `#rrggbb` of `rgb(0, 127, 255)` and `color(srgb 0 0.5 1)`; null for any other text. Transparency is left out. */
export function hexOf(computed: string): string | null {
  const [, form, values = ''] = /^(rgba?|color)\((?:srgb )?([\d., /e-]+)\)$/.exec(computed) ?? [];
  const channels = values.split(/[ ,/]+/).map(Number);
  if (form === undefined || channels.length < 3 || channels.some(Number.isNaN)) return null;
  const most = form === 'color' ? 1 : 255;
  const digits = channels.slice(0, 3).map((channel) => {
    const share = Math.min(Math.max(channel / most, 0), 1);
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}
