import type { JobInput, JobKindName } from '#libs/api';

/** A job of the demo, with the days of its past runs, oldest first. */
export interface DemoJob {
  readonly kind: JobKindName;
  readonly input: JobInput;
  /** Of the day, UTC: as in its trigger. */
  readonly hour: number;
  readonly runDaysAgo: readonly number[];
  /** A job that fails does not run again by itself. */
  readonly isPaused?: true;
}

const REPORT_SQL = `SELECT date_trunc('week', placed_at)::date AS week, count(*) AS orders, sum(total) AS revenue
FROM orders
WHERE status NOT IN ('cancelled', 'returned')
GROUP BY 1
ORDER BY 1 DESC
LIMIT 52
`;

/** The table is missing in the shop: that is why the job fails. */
const COSTS_SQL = `SELECT campaign, sum(cost) AS cost
FROM marketing.campaign_costs
GROUP BY campaign
`;

export const DEMO_JOBS: readonly DemoJob[] = [
  {
    kind: 'backup',
    input: {
      name: 'Nightly backup',
      connection_id: 'shop',
      trigger: { type: 'cron', expression: '0 1 * * *', timezone: 'UTC' },
      settings: { destination: 'demo', format: 'custom', keep_last: 7 },
    },
    hour: 1,
    runDaysAgo: [2, 1],
  },
  {
    kind: 'query',
    input: {
      name: 'Revenue report',
      connection_id: 'shop',
      trigger: { type: 'cron', expression: '0 4 * * *', timezone: 'UTC' },
      settings: { sql: REPORT_SQL, save_results_as: 'revenue.csv', keep_last: 12 },
    },
    hour: 4,
    runDaysAgo: [4, 3, 2, 1],
  },
  {
    kind: 'query',
    input: {
      name: 'Campaign costs',
      connection_id: 'shop',
      trigger: { type: 'cron', expression: '0 5 * * *', timezone: 'UTC' },
      settings: { sql: COSTS_SQL, save_results_as: 'costs.csv' },
      notify: { on_error: false },
    },
    hour: 5,
    runDaysAgo: [2, 1],
    isPaused: true,
  },
];
