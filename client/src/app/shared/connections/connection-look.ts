import type { Connection, ConnectionEngineInfo, ConnectionTestResult, HealthState, ServerInfo } from '#libs/api';
import type { DotTone } from '../ui/dot';
import type { IconName } from '../ui/icon/icon';
import { iconNamed } from '../ui/icon/icon-named';

const TONES: Record<HealthState, DotTone> = { healthy: 'ok', idle: 'idle', connecting: 'idle', failed: 'bad' };
const STATE_NAMES: Record<HealthState, string> = {
  healthy: 'healthy',
  idle: 'idle',
  connecting: 'connecting',
  failed: 'failed',
};

/** The icon of an engine. */
export function engineIcon({ icon }: Pick<ConnectionEngineInfo, 'icon'>): IconName {
  return iconNamed(icon, 'database');
}

/** The tone of a connection's health wherever it appears: green healthy, amber idle or connecting, red failed. */
export function connectionTone(state: HealthState): DotTone {
  return TONES[state];
}

/** The state in a word. */
export function connectionStateName(state: HealthState): string {
  return STATE_NAMES[state];
}

/** How long an answer took: `< 1 ms`, `412 ms`, `4.1 s`; never "0 ms". */
export function latencyText(latencyMs: number): string {
  if (latencyMs < 1) return '< 1 ms';
  return latencyMs < 999.5 ? `${Math.round(latencyMs)} ms` : `${(latencyMs / 1000).toFixed(1)} s`;
}

/** What stands at the right of a connection's row: what is wrong, how fast it answers, or what it is. */
export function connectionMeta(connection: Connection): string {
  const { state, latency_ms: latencyMs } = connection.health;
  if (state !== 'healthy') return STATE_NAMES[state];
  if (!connection.capabilities.network) return connection.engine.in_text;
  return latencyMs === null ? STATE_NAMES[state] : latencyText(latencyMs);
}

/** What a test found, in one line: who answered and how fast, or the words of the refusal. */
export function testResultText(result: ConnectionTestResult | null): string {
  if (!result) return '';
  if (!result.ok) return result.error?.message ?? "The connection couldn't be made.";
  const server = result.server ? `, ${result.server.product} ${result.server.version}`.trimEnd() : '';
  return `Connected in ${latencyText(result.latency_ms)}${server}`;
}

/** What a person should know of a server before using it, a sentence each: notices, and what its role can do. */
export function serverWarnings(server: ServerInfo | null | undefined): string[] {
  return [...(server?.notices ?? []), ...roleRiskTexts(server)];
}

/** What the role of a connection can do beyond reading, a sentence each; empty where that is nothing or not known. */
export function roleRiskTexts(server: ServerInfo | null | undefined): string[] {
  return (server?.role_risks ?? []).map(({ detail }) => detail);
}
