// What everything is measured against: the least that Node's own HTTP server can do as a redirector.
import { createServer } from 'node:http';

const destinations = new Map();
for (let index = 0; index < 1000; index += 1) {
  destinations.set(`/warm${index}`, `https://example.com/landing/${index}`);
}

const server = createServer((request, response) => {
  const location = destinations.get(request.url);
  if (location === undefined) {
    response.writeHead(404, { 'Content-Length': 0 });
  } else {
    response.writeHead(302, { Location: location, 'Content-Length': 0 });
  }
  response.end();
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
