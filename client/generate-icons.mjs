// Writes src/app/shared/ui/icon/icons.ts: the Lucide icons named below, each as the `d` of one path.
// Run `node client/generate-icons.mjs` after changing the list.
import { readFileSync, writeFileSync } from 'node:fs';

// prettier-ignore
const NAMES = [
  'check', 'chevron-down', 'chevron-left', 'chevron-right', 'chevrons-left', 'chevrons-right', 'circle-check',
  'circle-x', 'columns-3', 'copy', 'text-align-start', 'database', 'download', 'ellipsis', 'external-link', 'eye',
  'eye-off', 'folder', 'square-function', 'info', 'key-round', 'keyboard', 'layers', 'link-2', 'list-filter',
  'list-tree', 'lock', 'map', 'monitor', 'moon', 'package', 'panel-left', 'pencil', 'play', 'plug', 'plus',
  'refresh-cw', 'save', 'scan-line', 'search', 'square', 'square-terminal', 'sun', 'sun-moon', 'table', 'trash',
  'triangle-alert', 'unplug', 'wifi-off', 'x', 'ban', 'circle-user', 'clock', 'globe', 'laptop', 'log-out',
  'rotate-cw', 'scroll-text', 'shield-check', 'user', 'user-plus', 'users', 'file-code', 'rotate-ccw',
  'git-compare-arrows', 'camera', 'file-check-corner', 'file-x-corner', 'snowflake', 'sliders-horizontal',
  'chart-column', 'chart-line', 'chart-area', 'chart-scatter', 'chart-pie', 'braces', 'workflow', 'minus',
  'maximize', 'rows-3', 'arrow-down', 'arrow-up', 'arrow-left', 'arrow-right', 'circle-dot', 'locate-fixed',
  'arrow-down-wide-narrow', 'sigma', 'repeat', 'merge', 'hash', 'gauge', 'sparkles', 'send', 'circle-stop', 'wrench',
  'bell', 'bot', 'mail', 'webhook', 'message-square', 'archive', 'calendar-clock', 'calendar-days', 'pause',
  'brush-cleaning', 'table-2', 'file-input', 'file-output', 'upload', 'zap', 'pin', 'case-sensitive',
  'arrow-up-right', 'corner-down-right', 'chevron-up', 'diff', 'feather',
];

const nodes = JSON.parse(
  readFileSync(new URL('../node_modules/lucide-static/icon-nodes.json', import.meta.url), 'utf8'),
);

const NUMBER = String.raw`-?(?:\d+\.?\d*|\.\d+)`;
const LEADING_MOVE = new RegExp(`^[mM]\\s*(${NUMBER})[\\s,]*(${NUMBER})\\s*([\\s\\S]*)$`);

/** A relative first move would count from the end of the path before it, so it is made absolute. */
function standalone(d) {
  const [, x, y, rest] = LEADING_MOVE.exec(d.trim());
  if (d.trim().startsWith('M')) return d.trim();
  return `M${x} ${y}${/^[-.\d]/.test(rest) ? `l${rest}` : rest}`;
}

function ellipse(cx, cy, rx, ry) {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
}

function rectangle({ x = 0, y = 0, width, height, rx = 0, ry = rx }) {
  const [w, h, a, b] = [+width, +height, +rx, +ry];
  if (a === 0) return `M${x} ${y}h${w}v${h}h${-w}z`;
  const corner = (dx, dy) => `a${a} ${b} 0 0 1 ${dx} ${dy}`;
  return `M${+x + a} ${y}h${w - 2 * a}${corner(a, b)}v${h - 2 * b}${corner(-a, b)}h${2 * a - w}${corner(-a, -b)}v${2 * b - h}${corner(a, -b)}z`;
}

function toPath([tag, attributes]) {
  const { cx, cy, r, rx, ry, x1, y1, x2, y2, points, d } = attributes;
  if (tag === 'path') return standalone(d);
  if (tag === 'circle') return ellipse(+cx, +cy, +r, +r);
  if (tag === 'ellipse') return ellipse(+cx, +cy, +rx, +ry);
  if (tag === 'rect') return rectangle(attributes);
  if (tag === 'line') return `M${x1} ${y1}L${x2} ${y2}`;
  if (tag === 'polyline') return `M${points}`;
  if (tag === 'polygon') return `M${points}z`;
  throw new Error(`No path for <${tag}>`);
}

const entries = NAMES.map((name) => {
  if (!nodes[name]) throw new Error(`Lucide has no icon named ${name}`);
  const key = /^[a-z]+$/.test(name) ? name : `'${name}'`;
  return `  ${key}: '${nodes[name].map(toPath).join('')}',`;
});
const text = `// Written by client/generate-icons.mjs from lucide-static (ISC licence). Change the list there.
// prettier-ignore
export const ICONS = {
${entries.join('\n')}
} as const;

export type IconName = keyof typeof ICONS;
`;
writeFileSync(new URL('./src/app/shared/ui/icon/icons.ts', import.meta.url), text);
