// Loaded into the application with `--import` by the redirect bench: tells over IPC how late timers of the main thread
// come. Idle until it is asked.
const BOUNDS_MS = [1, 2, 5, 10, 20, 50, 100, Infinity];
const INTERVAL_MS = 2;

let timer = null;
let wall = [];
let own = [];
let longest = { wall: 0, own: 0 };

process.on('message', (message) => {
  if (message === 'stalls:start') start();
  if (message === 'stalls:stop') process.send?.({ stalls: stop() });
});
// A bench that is killed leaves nothing running.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();

function start() {
  wall = BOUNDS_MS.map(() => 0);
  own = BOUNDS_MS.map(() => 0);
  longest = { wall: 0, own: 0 };
  let seenAt = performance.now();
  let used = ownMs();
  timer = setInterval(() => {
    const now = performance.now();
    const usedNow = ownMs();
    note(wall, 'wall', now - seenAt - INTERVAL_MS);
    // What the thread itself has computed since: the rest of the delay was somebody else's turn on the core.
    note(own, 'own', Math.min(now - seenAt, usedNow - used) - INTERVAL_MS);
    seenAt = now;
    used = usedNow;
  }, INTERVAL_MS).unref();
}

function stop() {
  clearInterval(timer);
  return { boundsMs: BOUNDS_MS.map((bound) => (bound === Infinity ? null : bound)), wall, own, longest };
}

function note(histogram, name, delayMs) {
  histogram[BOUNDS_MS.findIndex((bound) => delayMs <= bound)] += 1;
  longest[name] = Math.max(longest[name], delayMs);
}

function ownMs() {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
