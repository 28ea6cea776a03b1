import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { ClickWriter } from './click-writer.js';
import { takeTurns } from './core-turns.js';
import type { WriterCommand, WriterNews, WriterSetup } from './writer-protocol.js';

/** The writer as a thread of its own: reading and packing thousands of events must not delay a redirect. */
const port = parentPort;
if (port === null) throw new Error('the click writer runs as a thread');

// Where they share a core, visitors come before records of visits. Only Linux gives a thread a priority of its own:
// elsewhere this would hold back the whole process.
if (process.platform === 'linux') {
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  takeTurns();
}

const tell = (news: WriterNews): void => {
  port.postMessage(news);
};
const writer = new ClickWriter({
  ...(workerData as WriterSetup),
  onStored: (position) => {
    tell({ kind: 'stored', position });
  },
  onState: (state) => {
    tell({ kind: 'state', state });
  },
});
writer.start();

port.on('message', (command: WriterCommand) => {
  switch (command.kind) {
    case 'flush':
      void writer.flush(command.position);
      return;
    case 'stop':
      void writer.stop(command.graceMs).then(() => {
        tell({ kind: 'stopped' });
        port.close();
      });
  }
});
