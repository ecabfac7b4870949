type FormField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const FIELDS = 'input:not([type=search]), textarea, select';
/** What comes before a person changes a field. */
const BEFORE_CHANGES = ['beforeinput', 'pointerdown', 'keydown'];

/** Notices what a person changes in the fields of an element. What a search field holds is no change. */
export class TypedChanges {
  private readonly first = new Map<FormField, string>();
  private readonly edited = new Set<FormField>();
  private isCodeEdited = false;

  constructor(private readonly root: HTMLElement) {
    for (const type of BEFORE_CHANGES) root.addEventListener(type, () => this.readNewFields(), { capture: true });
    root.addEventListener('beforeinput', ({ target }) => {
      // The fields of a code editor hold a part of its text at most.
      if (isInCode(target)) this.isCodeEdited = true;
    });
    root.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLElement && target.matches(FIELDS) && !isInCode(target)) {
        this.edited.add(target as FormField);
      }
    });
  }

  /** Whether a field differs from what it held before it was changed. */
  areAny(): boolean {
    return (
      this.isCodeEdited ||
      [...this.edited].some((field) => this.root.contains(field) && valueOf(field) !== this.first.get(field))
    );
  }

  private readNewFields(): void {
    for (const field of this.root.querySelectorAll<FormField>(FIELDS)) {
      if (!this.first.has(field)) this.first.set(field, valueOf(field));
    }
  }
}

function isInCode(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.monaco-editor') !== null;
}

function valueOf(field: FormField): string {
  const isToggle = field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
  return isToggle ? String(field.checked) : field.value;
}
