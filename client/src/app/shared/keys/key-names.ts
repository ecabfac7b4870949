/** macOS writes modifiers in this order. */
const APPLE_ORDER = ['Ctrl', 'Alt', 'Shift', 'Mod'];
const APPLE_NAMES: Record<string, string> = {
  Ctrl: '⌃',
  Mod: '⌘',
  Shift: '⇧',
  Alt: '⌥',
  Enter: '↵',
  Backspace: '⌫',
  Delete: '⌦',
  Escape: 'Esc',
  ArrowLeft: '←',
  ArrowRight: '→',
};
const OTHER_NAMES: Record<string, string> = {
  Mod: 'Ctrl',
  Escape: 'Esc',
  Delete: 'Del',
  ArrowLeft: '←',
  ArrowRight: '→',
};

/** True where ⌘ is the key of commands. */
export function isApple(platform: string = navigator.platform): boolean {
  return /^(Mac|iP)/.test(platform);
}

/** How a key combination is written here: `Mod+Shift+C` is `⇧⌘C` on a Mac and `Ctrl+Shift+C` elsewhere. */
export function keyText(combination: string, apple = isApple()): string {
  const keys = combination.split('+');
  if (!apple) return keys.map((key) => OTHER_NAMES[key] ?? key).join('+');
  const modifiers = APPLE_ORDER.filter((key) => keys.includes(key));
  const others = keys.filter((key) => !APPLE_ORDER.includes(key));
  return [...modifiers, ...others].map((key) => APPLE_NAMES[key] ?? key).join('');
}

/** The keys of a sequence one by one: `G S` is pressed as `G`, then `S`. */
export function keySequence(sequence: string, apple = isApple()): string[] {
  return sequence === '' ? [] : sequence.split(' ').map((combination) => keyText(combination, apple));
}

/** Whether the key of commands is held: ⌘ on a Mac, Ctrl elsewhere. */
export function isMod(event: { metaKey: boolean; ctrlKey: boolean }, apple = isApple()): boolean {
  return apple ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
}

/** Whether a key press belongs to the text being typed, so that single letters are not commands. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  // An editor that draws its text itself receives what is typed without being a field.
  const isEditContext = 'editContext' in target && target.editContext !== null && target.editContext !== undefined;
  return (
    isEditContext ||
    target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  );
}
