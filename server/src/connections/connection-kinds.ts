import type { ConnectionKindInfo, ConnectionKindList } from '#libs/api';
import { ENGINES, engineSettings } from './engines/engines.js';
import type { ConnectionEngine } from './engines/engines.js';
import { formFields } from './engines/settings/form-fields.js';

/** Describes all kinds of connections, in the order in which they are offered. */
export function connectionKinds(): ConnectionKindList {
  return { items: ENGINES.map(kindInfo), next_cursor: null };
}

function kindInfo(engine: ConnectionEngine): ConnectionKindInfo {
  const { kind, info, dialect, isReadOnlyByDefault } = engine;
  const capabilities = engine.capabilities(dialect);
  const settings = formFields(engineSettings(kind));
  return { kind, ...info, dialect, capabilities, read_only_default: isReadOnlyByDefault, settings };
}
