const NAMES = String.raw`\((?:[^()"]|"(?:[^"]|"")*"(?!"))*\)`;
const ACTION = String.raw`(?:NO ACTION|RESTRICT|CASCADE|SET (?:NULL|DEFAULT)(?: ${NAMES})?)`;
/** What follows the target of a foreign key as Postgres writes it. */
const RULES = new RegExp(
  String.raw`\)((?: MATCH (?:FULL|PARTIAL))?(?: ON UPDATE ${ACTION})?(?: ON DELETE ${ACTION})?(?: DEFERRABLE)?(?: INITIALLY DEFERRED)?(?: NOT ENFORCED)?)(?: NOT VALID)?$`,
);
/** The columns that an action sets are all of the key where it has one. */
const SET_COLUMNS = new RegExp(String.raw`(SET (?:NULL|DEFAULT)) ${NAMES}`, 'g');

/**
 * What a foreign key of one column says beside its target, with a space in front: `' ON DELETE CASCADE DEFERRABLE'`; ''
 * where it says nothing. `definition` is its text as the engine writes it.
 */
export function referenceRules(definition: string): string {
  return (RULES.exec(definition)?.[1] ?? '').replaceAll(SET_COLUMNS, '$1');
}
