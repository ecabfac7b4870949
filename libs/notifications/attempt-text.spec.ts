import { expect, it } from '@jest/globals';
import { attemptText } from './attempt-text.js';

it.each([
  [200, 'Delivered. (HTTP 200)', '200'],
  [503, 'The server failed. (HTTP 503)', '503'],
  [null, 'Connection refused: no server listens at this address.', 'Connection refused'],
  [null, 'The connection was cut off.', 'Connection cut off'],
  [null, 'The host name could not be looked up.', 'Host not found'],
  [null, 'The host name is not known, or is in a network that the workbench does not reach.', 'Host not found'],
  [null, 'No route leads to that host. Check the network of the workbench.', 'No route'],
  [null, 'The certificate of the server has expired.', 'Certificate refused'],
  [null, 'The server did not answer in time.', 'No answer'],
  [null, 'Delivered.', 'Delivered'],
  [null, 'The channel has no address.', 'Failed'],
])('an attempt with the status %p and %j is %j', (status, detail, text) => {
  expect(attemptText({ status, outcome: detail === 'Delivered.' ? 'accepted' : 'failing', detail })).toBe(text);
});
