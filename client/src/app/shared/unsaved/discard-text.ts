import { listText } from '#libs/results';
import type { Confirmation } from '../ui/dialog/confirmation';

/** What would be lost: its name, and whether it is a secret that cannot be shown again. */
export interface Loss {
  name: string;
  isShownOnce: boolean;
}

/** Asks before what has these names is lost; null without any. */
export function discardQuestion(losses: readonly Loss[]): Confirmation | null {
  const namesOf = (isShownOnce: boolean): string[] => [
    ...new Set(losses.filter((loss) => loss.isShownOnce === isShownOnce).map(({ name }) => name)),
  ];
  const [changed, shownOnce] = [namesOf(false), namesOf(true)];
  const texts = [
    ...(changed.length > 0 ? [`Unsaved changes in ${listText(changed)} are lost.`] : []),
    ...shownOnce.map((name) => `${name.charAt(0).toUpperCase()}${name.slice(1)} is not shown again.`),
  ];
  if (texts.length === 0) return null;
  const words =
    changed.length > 0
      ? { heading: 'Discard changes?', action: 'Discard changes', cancel: 'Keep editing' }
      : { heading: 'Close without copying?', action: 'Close anyway', cancel: 'Go back' };
  return { ...words, text: texts.join(' '), isDangerous: true };
}
