import { afterNextRender, computed, ElementRef, inject, Injector, signal } from '@angular/core';
import { ApiProblem } from './api-problem';
import { failureText } from './failure-text';

type FieldErrors<F extends string> = Partial<Record<F, string | null>>;

/**
 * A form on its way: an error shows after its field was left or after sending was tried, what the server refuses shows
 * at the field it names, and the first field that is wrong gets the focus. Made where Angular can inject.
 */
export class FormSending<F extends string> {
  private readonly host = inject<ElementRef<HTMLElement>>(ElementRef).nativeElement;
  private readonly injector = inject(Injector);
  private readonly left = signal<ReadonlySet<string>>(new Set());
  private readonly wasTried = signal(false);
  private readonly serverErrors = signal<FieldErrors<F>>({});
  private readonly refusal = signal<string | null>(null);
  private readonly sending = signal(false);

  readonly isSending = this.sending.asReadonly();
  /** Why it was refused, where that belongs to no field. */
  readonly failure = this.refusal.asReadonly();
  readonly errors = computed<FieldErrors<F>>(() => {
    const own = Object.entries(this.mistakes()).filter(([field, error]) => error !== null && this.shows(field));
    return { ...this.serverErrors(), ...(Object.fromEntries(own) as FieldErrors<F>) };
  });

  /** `mistakes` names what is wrong with the fields as they are; it is read as a signal. */
  constructor(private readonly mistakes: () => FieldErrors<F>) {}

  /** A field was left: from now on its error shows. */
  leave(field: F): void {
    this.left.update((left) => new Set([...left, field]));
  }

  /** A field was changed: what the server said of it is answered by that. */
  forget(field: F): void {
    this.serverErrors.update((errors) => ({ ...errors, [field]: null }));
    this.refusal.set(null);
  }

  /** Does the work unless a field is wrong or it is under way; resolves with true when it was done. */
  async send(work: () => Promise<void>): Promise<boolean> {
    if (this.sending()) return false;
    this.wasTried.set(true);
    this.refusal.set(null);
    if (Object.values(this.mistakes()).some((error) => error !== null)) return this.refused();
    this.sending.set(true);
    try {
      await work();
      return true;
    } catch (error) {
      this.take(ApiProblem.from(error));
      return this.refused();
    } finally {
      this.sending.set(false);
    }
  }

  /** Begins anew, as with an empty form. */
  reset(): void {
    this.left.set(new Set());
    this.wasTried.set(false);
    this.serverErrors.set({});
    this.refusal.set(null);
  }

  private shows(field: string): boolean {
    return this.wasTried() || this.left().has(field);
  }

  private take(problem: ApiProblem): void {
    const fields = Object.keys(this.mistakes()) as F[];
    const errors: FieldErrors<F> = {};
    const rest: string[] = [];
    for (const { pointer, detail } of problem.errors) {
      const field = fields.find((name) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
      if (field) errors[field] ??= sentence(detail);
      else rest.push(sentence(detail));
    }
    this.serverErrors.set(errors);
    if (rest.length > 0) this.refusal.set(rest.join(' '));
    else if (Object.keys(errors).length === 0) this.refusal.set(failureText(problem));
  }

  private refused(): false {
    const focus = (): void => this.host.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    afterNextRender(focus, { injector: this.injector });
    return false;
  }
}

function sentence(detail: string): string {
  const start = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
