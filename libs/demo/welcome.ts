/** One thing to try in the guided query. */
export interface WelcomeStep {
  /** From 1, as in the text. */
  readonly number: number;
  /** The comment above its statement, without `Step …`. */
  readonly hint: string;
  readonly sql: string;
  readonly icon: 'play' | 'table' | 'map' | 'plan' | 'chart';
  readonly title: string;
  readonly description: string;
  /** `explain` opens the plan instead of running the statement. */
  readonly action: 'run' | 'explain';
  /** The mode in which the result is shown. */
  readonly mode: 'table' | 'map' | 'chart';
}

/** A guided query: the first tab of a workbench with the demo. */
export interface Welcome {
  readonly tabId: string;
  readonly connectionId: string;
  readonly steps: readonly WelcomeStep[];
}

/** On a Mac, Ctrl is the Command key. */
const RUN_HINT = 'Alt+Enter runs the statement at the cursor, Ctrl+Enter the selection or all statements.';

const SHOP_STEPS: readonly WelcomeStep[] = [
  {
    number: 1,
    hint: RUN_HINT,
    sql: 'SELECT id, placed_at, status, total FROM orders ORDER BY placed_at DESC LIMIT 100;',
    icon: 'play',
    title: 'Run your first query',
    description: 'The 100 newest of 50,000 orders',
    action: 'run',
    mode: 'table',
  },
  {
    number: 2,
    hint: 'Show a result as a chart. Completion suggests tables, columns and join conditions.',
    sql: `SELECT c.country, count(*) AS orders, sum(o.total) AS revenue
FROM orders AS o JOIN customers AS c ON c.id = o.customer_id
GROUP BY c.country ORDER BY revenue DESC;`,
    icon: 'chart',
    title: 'Compare countries in a chart',
    description: 'Orders and revenue of each country',
    action: 'run',
    mode: 'chart',
  },
  {
    number: 3,
    hint: 'Show coordinates on the map.',
    sql: 'SELECT name, city, country, opened_on, latitude, longitude FROM stores;',
    icon: 'map',
    title: 'See stores on a map',
    description: '24 stores with their opening dates',
    action: 'run',
    mode: 'map',
  },
  {
    number: 4,
    hint: 'The casts keep this join from using an index. Open its plan to see the cost.',
    sql: `SELECT p.name, sum(i.quantity) AS sold
FROM order_items AS i JOIN products AS p ON p.id::text = i.product_id::text
GROUP BY p.name ORDER BY sold DESC LIMIT 20;`,
    icon: 'plan',
    title: 'Explain a slow join',
    description: 'Every order line is matched to its product without an index',
    action: 'explain',
    mode: 'table',
  },
];

const LAKE_STEPS: readonly WelcomeStep[] = [
  {
    number: 1,
    hint: RUN_HINT,
    sql: 'SELECT * FROM visits ORDER BY started_at DESC LIMIT 100;',
    icon: 'play',
    title: 'Run your first query',
    description: 'The 100 newest visits to the web shop',
    action: 'run',
    mode: 'table',
  },
  {
    number: 2,
    hint: 'Join and group. Completion suggests tables and columns.',
    sql: `SELECT c.channel, count(*) AS visits, count(v.order_id) AS orders
FROM visits AS v JOIN campaigns AS c ON c.name = v.campaign
GROUP BY c.channel ORDER BY visits DESC;`,
    icon: 'table',
    title: 'Join two tables',
    description: 'Visits and orders of each campaign channel',
    action: 'run',
    mode: 'table',
  },
  {
    number: 3,
    hint: 'Show a result as a chart.',
    sql: 'SELECT day, visits, orders FROM daily_funnel ORDER BY day;',
    icon: 'chart',
    title: 'Draw visits over time',
    description: 'Visits and orders of each day',
    action: 'run',
    mode: 'chart',
  },
  {
    number: 4,
    hint: 'Open the plan of a join to see its cost.',
    sql: `SELECT e.kind, v.device, count(*) AS events
FROM events AS e JOIN visits AS v ON v.id = e.visit_id
GROUP BY ALL ORDER BY events DESC;`,
    icon: 'plan',
    title: 'Explain a join',
    description: 'Events matched to their visits',
    action: 'explain',
    mode: 'table',
  },
];

/** The guided queries, the preferred one first: the second is for a demo without the shop's Postgres. */
export const WELCOMES: readonly Welcome[] = [
  { tabId: 'demo-welcome-shop', connectionId: 'shop', steps: SHOP_STEPS },
  { tabId: 'demo-welcome-lake', connectionId: 'lake', steps: LAKE_STEPS },
];

/** Returns the guided query that a tab was made with, or null for any other tab. */
export function welcomeOf(tabId: string): Welcome | null {
  return WELCOMES.find((welcome) => welcome.tabId === tabId) ?? null;
}

/** Returns the text of the tab: each statement below a comment that says what to do. */
export function welcomeText({ steps }: Welcome): string {
  return steps.map(({ number, hint, sql }) => `${heading(number)} ${hint}\n${sql}\n`).join('\n');
}

/** Returns where a step's statement begins in a text, 0-based; null where the text no longer has the step. */
export function stepOffset(text: string, number: number): number | null {
  const head = heading(number);
  const start = text.startsWith(head) ? 0 : text.indexOf(`\n${head}`) + 1;
  if (start === 0 && !text.startsWith(head)) return null;
  for (let at = nextLine(text, start); at !== -1; at = nextLine(text, at)) {
    const line = text.slice(at).split('\n', 1)[0]?.trim() ?? '';
    if (line.startsWith('-- Step ')) return null;
    if (line !== '' && !line.startsWith('--')) return at;
  }
  return null;
}

function heading(number: number): string {
  return `-- Step ${String(number)}.`;
}

/** The offset of the line after the one at `from`, or -1 behind the last. */
function nextLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 || end + 1 >= text.length ? -1 : end + 1;
}
