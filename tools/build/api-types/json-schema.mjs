import { basename, dirname } from 'node:path';
import ts from 'typescript';

/** @typedef {Record<string, unknown>} Schema JSON Schema 2020-12, as OpenAPI 3.1 uses it. */

/** Turns the types of a program into JSON Schema; named types of the project become components. */
export class SchemaWriter {
  /** @type {Map<string, Schema>} */
  components = new Map();
  /** @type {Map<string, ts.Symbol>} */
  #owners = new Map();

  /** @param {ts.TypeChecker} checker */
  constructor(checker) {
    this.checker = checker;
  }

  /**
   * The schema of a type, as a value of it is written in JSON.
   * @param {ts.Type} type
   * @param {string} place named in errors
   * @returns {Schema}
   */
  schemaOf(type, place) {
    const symbol = this.#nameable(type);
    if (symbol === null) return this.#inline(type, place);
    const name = this.#nameOf(symbol, place);
    if (!this.#owners.has(name)) {
      this.#owners.set(name, symbol);
      this.components.set(name, {});
      this.components.set(name, describe(this.#inline(type, name), symbol, this.checker));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * The name of a component; that of a second type with the same name starts with its folder.
   * @param {ts.Symbol} symbol
   * @param {string} place
   */
  #nameOf(symbol, place) {
    const folder = basename(dirname(symbol.declarations?.[0]?.getSourceFile().fileName ?? ''));
    const prefix = folder.replace(/(?:^|-)([a-z])/g, (_, letter) => letter.toUpperCase());
    const free = [symbol.name, `${prefix}${symbol.name}`].find((name) => {
      const owner = this.#owners.get(name);
      return owner === undefined || owner === symbol;
    });
    if (free === undefined) throw new Error(`${place}: rename one of the types called ${symbol.name}`);
    return free;
  }

  /** The symbol by which a type is known, or null where it is written out. @param {ts.Type} type */
  #nameable(type) {
    if (type.aliasSymbol !== undefined) {
      return type.aliasTypeArguments === undefined && isOfProject(type.aliasSymbol) ? type.aliasSymbol : null;
    }
    const isObject = (type.flags & ts.TypeFlags.Object) !== 0;
    const symbol = type.getSymbol();
    if (!isObject || symbol === undefined || !isOfProject(symbol)) return null;
    const isNamed = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
    const parameters = this.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
    return isNamed && parameters.length === 0 ? symbol : null;
  }

  /**
   * The component of a member whose type is a name for any text, such as `ConnectionKind`: the server knows the texts.
   * @param {ts.Symbol} member
   * @param {string} place
   * @returns {Schema | null}
   */
  #openName(member, place) {
    const symbol = namedType(member, this.checker);
    if (symbol === null || !isOfProject(symbol)) return null;
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    if ((type.flags & ts.TypeFlags.String) === 0) return null;
    const name = this.#nameOf(symbol, place);
    this.#owners.set(name, symbol);
    this.components.set(name, describe({ type: 'string' }, symbol, this.checker));
    return { $ref: `#/components/schemas/${name}` };
  }

  /**
   * @param {ts.Type} type
   * @param {string} place
   * @returns {Schema}
   */
  #inline(type, place) {
    if (type.isUnion()) return this.#union(type, place);
    const simple = simpleSchema(type);
    if (simple !== null) return simple;
    if (this.checker.isTupleType(type)) return this.#tuple(type, place);
    if (this.checker.isArrayType(type)) {
      const [item] = this.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
      return { type: 'array', items: item === undefined ? {} : this.schemaOf(item, `${place}[]`) };
    }
    if ((type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0) return this.#object(type, place);
    throw new Error(`${place}: ${this.checker.typeToString(type)} cannot be written as JSON Schema`);
  }

  /**
   * @param {ts.UnionType} type
   * @param {string} place
   * @returns {Schema}
   */
  #union(type, place) {
    const present = type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
    const isNullable = present.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
    const rest = present.filter(({ flags }) => (flags & ts.TypeFlags.Null) === 0);
    const schemas = mergeEnums(rest.map((one) => this.schemaOf(one, place)));
    const [first] = schemas;
    if (isNullable) return orNull(schemas);
    return schemas.length === 1 && first !== undefined ? first : { anyOf: schemas };
  }

  /**
   * @param {ts.Type} type
   * @param {string} place
   * @returns {Schema}
   */
  #tuple(type, place) {
    const items = this.checker.getTypeArguments(/** @type {ts.TypeReference} */ (type));
    const prefixItems = items.map((item, at) => this.schemaOf(item, `${place}[${at}]`));
    return { type: 'array', prefixItems, minItems: items.length, maxItems: items.length };
  }

  /**
   * @param {ts.Type} type
   * @param {string} place
   * @returns {Schema}
   */
  #object(type, place) {
    const index = this.checker.getIndexTypeOfType(type, ts.IndexKind.String);
    const members = this.checker.getPropertiesOfType(type);
    /** @type {Record<string, Schema>} */
    const properties = {};
    /** @type {string[]} */
    const required = [];
    for (const member of members) {
      const where = `${place}.${member.name}`;
      const schema = this.#openName(member, where) ?? this.schemaOf(this.checker.getTypeOfSymbol(member), where);
      properties[member.name] = describe(schema, member, this.checker);
      if (!mayBeMissing(member)) required.push(member.name);
    }
    return {
      type: 'object',
      ...(members.length > 0 ? { properties } : {}),
      ...(required.length > 0 ? { required } : {}),
      ...(index === undefined ? {} : { additionalProperties: this.schemaOf(index, `${place}[…]`) }),
    };
  }
}

/**
 * The alias that the type of a member is written with, which the type of a text does not keep; null where there is none.
 * @param {ts.Symbol} member
 * @param {ts.TypeChecker} checker
 */
function namedType({ valueDeclaration: declaration }, checker) {
  const hasType = declaration && (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration));
  const node = hasType ? declaration.type : undefined;
  if (node === undefined || !ts.isTypeReferenceNode(node)) return null;
  const symbol = checker.getSymbolAtLocation(node.typeName);
  const isImported = symbol !== undefined && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const found = isImported ? checker.getAliasedSymbol(symbol) : symbol;
  return found !== undefined && (found.flags & ts.SymbolFlags.TypeAlias) !== 0 ? found : null;
}

/** Whether a member may be left out: it is optional, or its class has a default for it. @param {ts.Symbol} member */
function mayBeMissing({ flags, valueDeclaration }) {
  if ((flags & ts.SymbolFlags.Optional) !== 0) return true;
  const isProperty = valueDeclaration !== undefined && ts.isPropertyDeclaration(valueDeclaration);
  return isProperty && valueDeclaration.initializer !== undefined;
}

/** @param {ts.Type} type @returns {Schema | null} */
function simpleSchema(type) {
  const { flags } = type;
  if ((flags & ts.TypeFlags.Unknown) !== 0) return {};
  if ((flags & ts.TypeFlags.Null) !== 0) return { type: 'null' };
  if (type.isStringLiteral()) return { type: 'string', enum: [type.value] };
  if (type.isNumberLiteral()) return { type: 'number', enum: [type.value] };
  if ((flags & ts.TypeFlags.BooleanLiteral) !== 0) {
    return { type: 'boolean', enum: [/** @type {{ intrinsicName?: string }} */ (type).intrinsicName === 'true'] };
  }
  if ((flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0) return { type: 'string' };
  if ((flags & ts.TypeFlags.Number) !== 0) return { type: 'number' };
  return (flags & ts.TypeFlags.Boolean) !== 0 ? { type: 'boolean' } : null;
}

/** Puts the literals of a type into one enumeration. @param {readonly Schema[]} schemas @returns {Schema[]} */
function mergeEnums(schemas) {
  /** @type {Map<unknown, unknown[]>} */
  const values = new Map();
  for (const { enum: literals, type } of schemas) {
    if (Array.isArray(literals)) values.set(type, [...(values.get(type) ?? []), ...literals]);
  }
  const enums = [...values].map(([type, all]) =>
    type === 'boolean' && all.length === 2 ? { type } : { type, enum: all },
  );
  return [...enums, ...schemas.filter((schema) => schema.enum === undefined)];
}

/** @param {readonly Schema[]} schemas @returns {Schema} */
function orNull(schemas) {
  const [first] = schemas;
  if (first === undefined) return { type: 'null' };
  if (schemas.length > 1 || typeof first.type !== 'string') return { anyOf: [...schemas, { type: 'null' }] };
  const literals = Array.isArray(first.enum) ? { enum: [...first.enum, null] } : {};
  return { ...first, type: [first.type, 'null'], ...literals };
}

/**
 * Adds the comment of a declaration; beside a reference OpenAPI 3.1 allows it.
 * @param {Schema} schema
 * @param {ts.Symbol} symbol
 * @param {ts.TypeChecker} checker
 * @returns {Schema}
 */
function describe(schema, symbol, checker) {
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  return description === '' ? schema : { ...schema, description };
}

/** @param {ts.Symbol} symbol */
function isOfProject(symbol) {
  return (symbol.declarations ?? []).some((one) => !one.getSourceFile().fileName.includes('node_modules'));
}
