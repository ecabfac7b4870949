/** Ten web servers in a process of their own that take whatever comes and report how much and when. */
import { createServer } from 'node:http';

const COUNT = 10;
let received = 0;
let firstAt = 0;

/** @type {number[]} */
const ports = [];
for (let n = 0; n < COUNT; n += 1) {
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.end(JSON.stringify({ received, firstAt }));
      return;
    }
    request.resume();
    request.on('end', () => {
      firstAt ||= Date.now();
      received += 1;
      response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  ports.push(typeof address === 'object' && address ? address.port : 0);
}
console.log(`ready ${ports.join(' ')}`);
