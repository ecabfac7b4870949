const FIELDS = 'input:not([type=search]), textarea, select';
/** Choices whose options are all in sight. */
const CHOICES = '[role=radiogroup]';
/** What comes before a person changes a field. */
const BEFORE_CHANGES = ['beforeinput', 'pointerdown', 'keydown'];

/** Notices what a person changes in the fields and choices of an element. What a search field holds is no change. */
export class TypedChanges {
  private readonly first = new Map<HTMLElement, string>();
  private readonly edited = new Set<HTMLElement>();
  private isCodeEdited = false;

  constructor(private readonly root: HTMLElement) {
    for (const type of BEFORE_CHANGES) root.addEventListener(type, () => this.readNewFields(), { capture: true });
    root.addEventListener('beforeinput', ({ target }) => {
      // The fields of a code editor hold a part of its text at most.
      if (isInCode(target)) this.isCodeEdited = true;
    });
    root.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLElement && target.matches(FIELDS) && !isInCode(target)) {
        this.edited.add(target);
      }
    });
    for (const type of ['click', 'keydown']) root.addEventListener(type, ({ target }) => this.noteChoice(target));
  }

  /** Whether a field differs from what it held before it was changed. */
  areAny(): boolean {
    return (
      this.isCodeEdited ||
      [...this.edited].some((field) => this.root.contains(field) && valueOf(field) !== this.first.get(field))
    );
  }

  private noteChoice(target: EventTarget | null): void {
    const choice = target instanceof Element ? target.closest<HTMLElement>(CHOICES) : null;
    if (choice !== null) this.edited.add(choice);
  }

  private readNewFields(): void {
    for (const field of this.root.querySelectorAll<HTMLElement>(`${FIELDS}, ${CHOICES}`)) {
      if (!this.first.has(field)) this.first.set(field, valueOf(field));
    }
  }
}

function isInCode(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.monaco-editor') !== null;
}

function valueOf(field: HTMLElement): string {
  if (field instanceof HTMLInputElement) {
    return field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value;
  }
  if (field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement) return field.value;
  return field.querySelector('[aria-checked=true]')?.textContent ?? '';
}
