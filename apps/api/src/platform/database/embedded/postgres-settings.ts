import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/**
 * Settings of glibc's allocator for the server's processes; other allocators ignore them. Memory that a statement frees is
 * retained for the next one, up to 32 MB per connection. By default glibc returns it to the kernel, which has to map and clear
 * each page again: 800 page faults for a list of links among 100,000, a fifth of its processor time.
 * docker/compose.database.yaml has the same values as a machine of 4 GB or more.
 */
export function postgresAllocator(memory = availableMemory()): Readonly<Record<string, string>> {
  // Each of about a dozen connections may retain this much, so it is less on a machine with little memory.
  const kept = clamp(Math.floor(memory / MIB / 128), 4, 32) * MIB;
  return { MALLOC_MMAP_THRESHOLD_: String(kept), MALLOC_TRIM_THRESHOLD_: String(kept), MALLOC_TOP_PAD_: String(MIB) };
}

/** Bytes that this process and its children may use: the memory of the machine, or the limit of its container (cgroup). */
export function availableMemory(): number {
  const allowed = process.constrainedMemory();
  // Without a limit the value is zero, or larger than the memory of the machine.
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
    // This server never has a replica, so the log only contains what crash recovery needs.
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
