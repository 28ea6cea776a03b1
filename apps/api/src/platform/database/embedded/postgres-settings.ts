import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/**
 * For the memory allocator of the server's processes, glibc; others do not look at it. What a statement gives back is kept for the
 * next one, up to 32 MB a connection. By itself glibc hands it to the kernel, which gives it back page by page and emptied:
 * 800 page faults for a list of links among 100,000, a fifth of its processor time. docker/compose.database.yaml says the same
 * as for a machine of 4 GB and more.
 */
export function postgresAllocator(memory = availableMemory()): Readonly<Record<string, string>> {
  // Each of some dozen connections may keep as much: with little memory they keep less.
  const kept = clamp(Math.floor(memory / MIB / 128), 4, 32) * MIB;
  return { MALLOC_MMAP_THRESHOLD_: String(kept), MALLOC_TRIM_THRESHOLD_: String(kept), MALLOC_TOP_PAD_: String(MIB) };
}

/** Bytes that this process and its children may use: the machine's, or what its container (cgroup) is allowed. */
export function availableMemory(): number {
  const allowed = process.constrainedMemory();
  // Zero, or more than there is, where nothing limits it.
  return allowed === 0 ? totalmem() : Math.min(totalmem(), allowed);
}

/**
 * Server settings for one application on a small machine, as `postgres -c name=value` arguments.
 * Statements and row contents stay out of the log: they may hold personal data.
 */
export function postgresSettings(memory = availableMemory()): string[] {
  /** A share of the memory in megabytes, within bounds. */
  const share = (divisor: number, low: number, high: number): string =>
    `${String(clamp(Math.floor(memory / MIB / divisor), low, high))}MB`;
  const settings: Record<string, string> = {
    shared_buffers: share(8, 64, 1024),
    effective_cache_size: share(2, 256, 16_384),
    work_mem: share(64, 4, 16),
    maintenance_work_mem: share(16, 32, 128),
    max_connections: '120',
    max_parallel_workers_per_gather: '1',
    // No replica can ever follow this server, so the log carries only what crash recovery needs.
    wal_level: 'minimal',
    max_wal_senders: '0',
    wal_compression: 'on',
    max_wal_size: '1GB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_min_messages: 'warning',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
