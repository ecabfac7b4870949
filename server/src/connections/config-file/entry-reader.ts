import { isMap, isScalar } from 'yaml';
import type { Pair, ParsedNode, Scalar, YAMLMap } from 'yaml';
import { closestName } from './closest-name.js';
import { expandVariables } from './environment.js';
import type { Environment } from './environment.js';
import type { MistakeList } from './yaml-document.js';

type ParsedPair = Pair<ParsedNode, ParsedNode | null>;

/** Reads the values of one map, reports those that cannot be read, and goes on with `undefined` in their place. */
export class EntryReader {
  private readonly pairs = new Map<string, ParsedPair>();
  private readonly inner = new Map<string, EntryReader>();
  private readonly reported = new Set<string>();

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
      this.mistakes.add(pair.key.range[0], `${shown} is not a setting of ${owner}${hint}`);
    }
  }

  /** Reports at the setting's value, or at the map where the setting is missing. */
  report(name: string, message: string): void {
    this.reported.add(name);
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

  /** A text with its variables replaced. Of a secret no part is shown where one of them is not set. */
  text(name: string, { isSecret = false } = {}): string | undefined {
    return this.expanded(name, isSecret)?.text;
  }

  /** A number; the digits that a variable stands for are one. Other values are returned as they are. */
  number(name: string): unknown {
    const value = this.unquoted(name);
    return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  }

  /** True or false, also as a variable has it. Other values are returned as they are. */
  flag(name: string): unknown {
    const value = this.unquoted(name);
    return value === 'true' || (value === 'false' ? false : value);
  }

  /** The reader of a map inside this one. */
  nested(name: string): EntryReader | undefined {
    const value = this.pairs.get(name)?.value;
    if (isMap(value)) {
      const reader = this.inner.get(name) ?? new EntryReader(value, this.mistakes, this.env, this.source);
      this.inner.set(name, reader);
      return reader;
    }
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

  /** Whether any mistake is reported, also of other maps of the file. */
  get hasMistakes(): boolean {
    return !this.mistakes.isEmpty;
  }

  /** Whether a mistake of the setting is reported already. */
  isReported(name: string): boolean {
    return this.reported.has(name);
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

  private expanded(name: string, isSecret = false): { text: string; hasVariables: boolean } | undefined {
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
    const canShow = !isSecret || raw === `\${${expansion.name}}`;
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
