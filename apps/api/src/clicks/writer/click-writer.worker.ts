import { parentPort, workerData } from 'node:worker_threads';
import { lowerThreadPriority } from '../../platform/thread-priority.js';
import { ClickWriter } from './click-writer.js';
import type { WriterCommand, WriterMessage, WriterSetup } from './writer-protocol.js';

/** Runs the writer in its own thread, because reading and encoding thousands of events must not delay a redirect. */
const port = parentPort;
if (port === null) throw new Error('the click writer runs as a thread');

// Redirects have priority over storing their events.
lowerThreadPriority();

const send = (news: WriterMessage): void => {
  port.postMessage(news);
};
const writer = new ClickWriter({
  ...(workerData as WriterSetup),
  onStored: (position) => {
    send({ kind: 'stored', position });
  },
  onState: (state) => {
    send({ kind: 'state', state });
  },
  onRecovered: (events) => {
    send({ kind: 'recovered', events });
  },
});
writer.start();

port.on('message', (command: WriterCommand) => {
  switch (command.kind) {
    case 'flush':
      void writer.flush(command.position);
      return;
    case 'hold':
      writer.hold(command.held);
      return;
    case 'stop':
      void writer.stop(command.graceMs).then(() => {
        send({ kind: 'stopped' });
        port.close();
      });
  }
});
