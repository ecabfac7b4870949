import { readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';

const EVENTS = 'libs/events/index.ts';
const PAGE = 'docs/notifications.md';
const BEGIN = '<!-- events: written by tools/docs/event-reference.mjs -->';
const END = '<!-- /events -->';

/** Said beside the context, in the body itself. */
const SAID_APART = new Set(['title', 'message', 'occurred_at']);

/**
 * The reference of the given events: each with its sentence and what stands in its `context`, from the event map's source.
 * @param {string} source the text of `libs/events/index.ts`
 * @param {readonly string[]} names
 */
export function eventReference(source, names) {
  const file = ts.createSourceFile(EVENTS, source, ts.ScriptTarget.Latest, true);
  /** @type {Map<string, ts.InterfaceDeclaration>} */
  const interfaces = new Map();
  for (const node of file.statements) if (ts.isInterfaceDeclaration(node)) interfaces.set(node.name.text, node);
  const map = interfaces.get('EventMap');
  if (!map) throw new Error(`${EVENTS} has no EventMap.`);
  return names.map((name) => sectionOf(name, map, interfaces)).join('\n\n');
}

/** @param {string} page @param {string} reference */
export function withReference(page, reference) {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no place for the events.`);
  return `${before}${BEGIN}\n\n${reference}\n\n${END}${after}`;
}

/** @param {string} name @param {ts.InterfaceDeclaration} map @param {Map<string, ts.InterfaceDeclaration>} interfaces */
function sectionOf(name, map, interfaces) {
  const property = map.members.find((member) => member.name?.getText().replaceAll("'", '') === name);
  if (!property || !ts.isPropertySignature(property) || !property.type) throw new Error(`There is no event ${name}.`);
  const { type } = property;
  const members = ts.isTypeLiteralNode(type) ? type.members : interfaces.get(type.getText())?.members;
  if (!members) throw new Error(`The payload of ${name} is neither written out nor an interface beside it.`);
  const rows = [...members].filter(ts.isPropertySignature).filter((member) => !SAID_APART.has(member.name.getText()));
  const fields = rows.map((member) => {
    const words = commentOf(member);
    return `- \`${member.name.getText()}\`: \`${(member.type?.getText() ?? '').replace(/\s+/g, ' ')}\`${words && `. ${words}`}`;
  });
  return [`### \`${name}\``, '', commentOf(property), '', ...fields].join('\n');
}

/** @param {ts.Node} node */
function commentOf(node) {
  return ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => (typeof comment === 'string' ? comment : ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The page as it should be, by the event map as it is. @param {readonly string[]} names */
export function expectedPage(names) {
  return withReference(readFileSync(PAGE, 'utf8'), eventReference(readFileSync(EVENTS, 'utf8'), names));
}

if (process.argv[1]?.endsWith('event-reference.mjs')) {
  const source = readFileSync('libs/notifications/event-names.ts', 'utf8');
  const names = [...source.matchAll(/^ {2}'([\w.]+)',$/gm)].map(([, name = '']) => name);
  writeFileSync(PAGE, expectedPage(names));
}
