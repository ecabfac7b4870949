/** Makes an Error of whatever was thrown. What has a message is taken as it is, so that its code is kept. */
export function asError(thrown: unknown): Error {
  return typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? (thrown as Error)
    : new Error(String(thrown));
}
