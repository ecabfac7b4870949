export { behavesLikeConnector } from './behaves-like-connector.js';
export { CollectingSink } from './collecting-sink.js';
export type {
  EngineUnderTest,
  KnownTable,
  ReadOnlyCases,
  SourceUnderTest,
  StatementsUnderTest,
} from './engine-under-test.js';
export { neverAborted, RecordingContext } from './recording-context.js';
export { until } from './until.js';
