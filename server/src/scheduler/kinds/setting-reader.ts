import type { FieldError } from '#libs/problem';

/** Reads members of settings; each mistake is reported, and the value that stands in its place is never used. */
export class SettingReader {
  private readonly known = new Set<string>();

  constructor(
    private readonly given: Readonly<Record<string, unknown>>,
    private readonly refuse: (mistake: FieldError) => void,
  ) {}

  text(name: string, { otherwise, maxLength = 1000 }: { otherwise?: string; maxLength?: number } = {}): string {
    const value = this.take(name);
    if (value === undefined && otherwise !== undefined) return otherwise;
    if (typeof value === 'string' && value.length <= maxLength && (value.trim() !== '' || otherwise !== undefined)) {
      return value;
    }
    return this.mistake(name, `${name} must be text of at most ${maxLength} characters`, '');
  }

  textOrNull(name: string, maxLength = 200): string | null {
    const value = this.take(name) ?? null;
    if (value === null || value === '') return null;
    if (typeof value === 'string' && value.length <= maxLength) return value;
    return this.mistake(name, `${name} must be text of at most ${maxLength} characters`, null);
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.take(name) ?? otherwise;
    return typeof value === 'boolean' ? value : this.mistake(name, `${name} must be true or false`, otherwise);
  }

  count(name: string, otherwise: number | null, least: number, most: number): number | null {
    const value = this.take(name) ?? otherwise;
    if (value === null) return null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
    return this.mistake(name, `${name} must be a whole number from ${least} to ${most}`, otherwise);
  }

  oneOf<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
    const value = this.take(name) ?? otherwise;
    const choice = choices.find((candidate) => candidate === value);
    return choice ?? this.mistake(name, `${name} must be one of ${choices.join(', ')}`, otherwise);
  }

  /** A list of texts; null where it is left out or empty. */
  texts(name: string): string[] | null {
    const value = this.take(name) ?? null;
    if (value === null || (Array.isArray(value) && value.length === 0)) return null;
    const isList = Array.isArray(value) && value.length <= 1000;
    if (isList && value.every((one) => typeof one === 'string' && one.trim() !== '' && one.length <= 300)) {
      return [...new Set((value as string[]).map((one) => one.trim()))];
    }
    return this.mistake(name, `${name} must be a list of names`, null);
  }

  /** Any object; empty where it is left out. */
  object(name: string): Record<string, unknown> {
    const value = this.take(name) ?? {};
    if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
    return this.mistake(name, `${name} must be an object`, {});
  }

  /** Reports members that no one has asked for. */
  end(): void {
    for (const name of Object.keys(this.given)) {
      if (!this.known.has(name)) this.mistake(name, `there is no setting ${name}`, null);
    }
  }

  private take(name: string): unknown {
    this.known.add(name);
    return this.given[name];
  }

  private mistake<T>(name: string, detail: string, instead: T): T {
    this.refuse({ pointer: `/${name}`, detail });
    return instead;
  }
}
