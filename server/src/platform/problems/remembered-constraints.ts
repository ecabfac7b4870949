import { getMetadataStorage } from 'class-validator';

type Storage = ReturnType<typeof getMetadataStorage>;
type Constraints = ReturnType<Storage['getTargetValidationMetadatas']>;
type ByProperty = ReturnType<Storage['groupByPropertyName']>;

const remembering = new WeakSet<Storage>();

/**
 * Has class-validator remember what it found for a class. It would look through all classes with each object that it
 * checks, which costs more than the check; what a class asks for is complete once the class exists.
 */
export function rememberConstraints(storage: Storage = getMetadataStorage()): void {
  if (remembering.has(storage)) return;
  remembering.add(storage);
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const group = storage.groupByPropertyName.bind(storage);
  const found = new WeakMap<object, Constraints>();
  const grouped = new WeakMap<Constraints, ByProperty>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    const isPlain = typeof target === 'function' && !schema && !always && !strictGroups && !groups?.length;
    if (!isPlain) return find(target, schema, always, strictGroups, groups);
    return remembered(found, target, () => find(target, schema, always, strictGroups, groups));
  };
  storage.groupByPropertyName = (constraints) => remembered(grouped, constraints, () => group(constraints));
}

function remembered<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, find: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = find();
  known.set(key, value);
  return value;
}
