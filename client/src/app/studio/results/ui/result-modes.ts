import { isMeasure } from '#libs/charts';
import { geoSources } from '#libs/geo';
import { planInResult } from '#libs/plan';
import type { ResultMode } from '../mode';

/** What every result can be looked at in, and what is shown where the chosen mode does not fit. */
export const TABLE_MODE: ResultMode = {
  id: 'table',
  name: 'Table',
  icon: 'table',
  available: () => true,
  needs: '',
  load: null,
};

/** Every way to look at a result, in the order of the switch. */
export const RESULT_MODES: readonly ResultMode[] = [
  TABLE_MODE,
  {
    id: 'map',
    name: 'Map',
    icon: 'map',
    available: ({ columns, rows }) => columns !== null && geoSources(columns, rows).length > 0,
    needs: 'Needs a geometry column, or a latitude and a longitude',
    load: async () => (await import('../map/ui/map-view')).MapView,
  },
  {
    id: 'chart',
    name: 'Chart',
    icon: 'chart-column',
    available: ({ columns }) => (columns?.length ?? 0) > 1 && (columns ?? []).some(isMeasure),
    needs: 'Needs a numeric column and a category',
    load: async () => (await import('../chart/ui/chart-view')).ChartView,
  },
  {
    id: 'json',
    name: 'JSON',
    icon: 'braces',
    available: () => true,
    needs: '',
    load: async () => (await import('../json/ui/json-view')).JsonView,
  },
  {
    id: 'plan',
    name: 'Plan',
    icon: 'workflow',
    available: ({ columns, rows }) => columns !== null && planInResult({ columns, rows }) !== null,
    needs: 'Press Plan above to have the statement explained',
    load: async () => (await import('../plan/ui/plan-mode')).PlanMode,
  },
];
