/**
 * The reason of an abort that needs none of its own. Each abort without a reason makes an error, which keeps alive what the
 * functions hold that were running then, as a response and its text, for as long as the signal is kept. The stack of
 * this one is written at once, which lets go of them.
 */
export const ABORTED = new DOMException('This operation was aborted', 'AbortError');
void ABORTED.stack;
