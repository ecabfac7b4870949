import { isMap, isScalar } from 'yaml';
import type { Pair, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { isPrintableText } from '../connection-rules.js';
import { closestName } from './closest-name.js';
import { expandVariables } from './environment.js';
import type { Environment } from './environment.js';
import type { MistakeList } from './yaml-document.js';

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** Reads the settings of one map, reports what is wrong with each, and goes on with `undefined` in its place. */
export class EntryReader {
  private readonly pairs = new Map<string, ParsedPair>();

  constructor(
    private readonly map: YAMLMap.Parsed,
    private readonly mistakes: MistakeList,
    private readonly env: Environment,
    private readonly source: string,
  ) {
    for (const pair of map.items) {
      if (isScalar(pair.key) && typeof pair.key.value === 'string') this.pairs.set(pair.key.value, pair);
      else mistakes.add(pair.key.range[0], 'the name of a setting must be a plain word');
    }
  }

  /** Reports every setting that is not in `known`; `owner` says what it is a setting of. */
  refuseUnknown(known: readonly string[], owner: string): void {
    for (const [name, pair] of this.pairs) {
      if (known.includes(name)) continue;
      const meant = closestName(name, known);
      const shown = name.length <= 40 && /^[\w .-]+$/.test(name) ? `\`${name}\`` : 'this';
      const hint = meant === null ? '' : `; did you mean \`${meant}\`?`;
      this.mistakes.add(pair.key.range[0], `${shown} is no setting of ${owner}${hint}`);
    }
  }

  /** Reports at the setting's value, or at the map where the setting is missing. */
  report(name: string, message: string): void {
    const pair = this.pairs.get(name);
    this.mistakes.add(pair?.value?.range[0] ?? pair?.key.range[0] ?? this.map.range[0], message);
  }

  /** A text as it stands, without variables; `undefined` when it is not set. */
  literal(name: string): string | undefined {
    const scalar = this.scalar(name);
    if (scalar === undefined) return undefined;
    if (typeof scalar.value === 'string') return scalar.value;
    this.report(name, `\`${name}\` must be text: put quotes around it`);
    return undefined;
  }

  /** A text with its variables replaced, free of control characters. */
  text(name: string, maxLength = 500): string | undefined {
    const text = this.expanded(name)?.text;
    if (text === undefined) return undefined;
    if (!isPrintableText(text)) {
      this.report(name, `\`${name}\` must not hold control characters`);
      return undefined;
    }
    if (text.length > maxLength) {
      this.report(name, `\`${name}\` must have at most ${maxLength} characters`);
      return undefined;
    }
    return text;
  }

  /** A text with its variables replaced, whatever characters it holds. */
  secretText(name: string): string | undefined {
    return this.expanded(name)?.text;
  }

  /** A text that must be there and must not be empty. */
  requiredText(name: string, maxLength = 500): string {
    if (!this.isSet(name)) {
      this.report(name, `\`${name}\` is missing`);
      return '';
    }
    const text = this.text(name, maxLength);
    if (text?.trim() === '') this.report(name, `\`${name}\` must not be empty`);
    return text ?? '';
  }

  /** A whole number from `min` to `max`; a number that came out of a variable counts. */
  integer(name: string, range: { min: number; max: number }, otherwise: number): number {
    const value = this.unquoted(name);
    if (value === undefined) return otherwise;
    const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= range.min && number <= range.max) {
      return number;
    }
    this.report(name, `\`${name}\` must be a whole number from ${range.min} to ${range.max}`);
    return otherwise;
  }

  boolean(name: string, otherwise: boolean): boolean {
    const value = this.unquoted(name);
    if (value === undefined) return otherwise;
    if (value === true || value === 'true') return true;
    if (value !== false && value !== 'false') this.report(name, `\`${name}\` must be true or false`);
    return false;
  }

  oneOf<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name);
    const choice = choices.find((candidate) => candidate === value);
    if (value === undefined || choice !== undefined) return choice;
    const meant = closestName(value, choices);
    const hint = meant === null ? '' : `; did you mean ${meant}?`;
    this.report(name, `\`${name}\` must be one of ${choices.join(', ')}${hint}`);
    return undefined;
  }

  /** The reader of a map inside this one. */
  nested(name: string): EntryReader | undefined {
    const value = this.pairs.get(name)?.value;
    if (isMap(value)) return new EntryReader(value, this.mistakes, this.env, this.source);
    if (this.isSet(name)) this.report(name, `\`${name}\` must be a map, like { max: 10 }`);
    return undefined;
  }

  /** The readers of the maps inside this one, by their names. */
  nestedMaps(): (readonly [string, EntryReader])[] {
    return [...this.pairs.keys()].flatMap((name) => {
      const reader = this.nested(name);
      return reader === undefined ? [] : [[name, reader] as const];
    });
  }

  isSet(name: string): boolean {
    const value = this.pairs.get(name)?.value;
    return value !== null && value !== undefined && !(isScalar(value) && value.value === null);
  }

  /** The text right after the setting's name, for mistakes that YAML reads over. */
  textAfterName(name: string): string {
    const pair = this.pairs.get(name);
    return pair === undefined ? '' : (this.source.slice(pair.key.range[1]).split('\n', 1)[0] ?? '');
  }

  private expanded(name: string): { text: string; hasVariables: boolean } | undefined {
    const raw = this.literal(name);
    if (raw === undefined) return undefined;
    const expansion = expandVariables(raw, this.env);
    if (expansion.kind === 'text') return expansion;
    if (expansion.kind === 'malformed') {
      this.report(
        name,
        `\`${name}\`: after \${ comes the name of an environment variable and a }; write $\${ for the characters themselves`,
      );
      return undefined;
    }
    // A slip inside a password must not show a part of it.
    const canShow = name !== 'password' || raw === `\${${expansion.name}}`;
    this.report(name, `the environment variable ${canShow ? `\`${expansion.name}\`` : `in \`${name}\``} is not set`);
    return undefined;
  }

  /** A value as YAML types it, or the text that a variable stood for. */
  private unquoted(name: string): unknown {
    const scalar = this.scalar(name);
    if (scalar === undefined || typeof scalar.value !== 'string') return scalar?.value;
    if (!scalar.value.includes('${')) return { quoted: scalar.value };
    return this.expanded(name)?.text;
  }

  private scalar(name: string): Scalar.Parsed | undefined {
    if (!this.isSet(name)) return undefined;
    const value = this.pairs.get(name)?.value;
    if (isScalar(value)) return value;
    this.report(name, `\`${name}\` must be a single value`);
    return undefined;
  }
}
