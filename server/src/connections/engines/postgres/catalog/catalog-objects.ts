import type { CatalogObject, Check } from '#libs/catalog';
import type { ReadObject } from '../../catalog-reader.js';
import { arrayItems } from './array-items.js';
import type { CatalogRow } from '../introspection/catalog-client.js';

interface ReadEnum {
  readonly schema: string;
  readonly name: string;
  readonly labels: string[];
}

/** Collects the views, enums and domains of a reading from its rows. */
export class CatalogObjects {
  readonly #views: ReadObject[] = [];
  readonly #enums = new Map<string, ReadEnum>();
  readonly #domains: { readonly id: string; readonly row: CatalogRow }[] = [];

  readonly takeView = ([id, schema, name, kind, definition, options]: CatalogRow): void => {
    const object: CatalogObject = {
      ...{ schema: text(schema), name: text(name), kind: kind === 'm' ? 'materialized view' : 'view' },
      definition: definition?.trim() ?? null,
      ...(options === null || options === undefined ? {} : { options: arrayItems(options) }),
    };
    this.#views.push({ object, objectId: text(id) });
  };

  readonly takeLabel = ([id, schema, name, label]: CatalogRow): void => {
    const known = this.#enums.get(text(id)) ?? { schema: text(schema), name: text(name), labels: [] };
    if (label !== null && label !== undefined) known.labels.push(label);
    this.#enums.set(text(id), known);
  };

  readonly takeDomain = (row: CatalogRow): void => {
    this.#domains.push({ id: text(row[0]), row });
  };

  /** All objects; `checksOf` answers the check constraints of a domain by its id. */
  objects(checksOf: (id: string) => Check[]): ReadObject[] {
    const enums = Array.from(this.#enums, ([objectId, { schema, name, labels }]): ReadObject => {
      return { object: { schema, name, kind: 'enum', labels }, objectId };
    });
    const domains = this.#domains.map(({ id, row }) => ({ object: domainOf(row, checksOf(id)), objectId: id }));
    return [...this.#views, ...enums, ...domains];
  }
}

function domainOf([, schema, name, type, isNotNull, expression]: CatalogRow, checks: Check[]): CatalogObject {
  return {
    ...{
      schema: text(schema),
      name: text(name),
      kind: 'domain',
      type: text(type),
      nullable: isNotNull !== 't',
      checks,
    },
    ...(expression === null || expression === undefined ? {} : { default: expression }),
  };
}

function text(value: string | null | undefined): string {
  return value ?? '';
}
