import { totalmem } from 'node:os';

const MIB = 1024 * 1024;

/**
 * For the memory allocator of the server's processes, glibc; others do not look at it. What a statement gives back is kept for the
 * next one, up to 32 MB a connection. By itself glibc hands it to the kernel, which gives it back page by page and emptied:
 * 800 page faults for a list of links among 100,000, a fifth of its processor time. docker/compose.database.yaml says the same.
 */
export const POSTGRES_ALLOCATOR: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: String(32 * MIB),
  MALLOC_TRIM_THRESHOLD_: String(32 * MIB),
  MALLOC_TOP_PAD_: String(MIB),
};

/**
 * Server settings for one application on a small machine, as `postgres -c name=value` arguments.
 * Statements and row contents stay out of the log: they may hold personal data.
 */
export function postgresSettings(totalMemory = totalmem()): string[] {
  const sharedBuffers = clamp(Math.floor(totalMemory / MIB / 8), 64, 1024);
  const settings: Record<string, string> = {
    shared_buffers: `${String(sharedBuffers)}MB`,
    effective_cache_size: `${String(clamp(Math.floor(totalMemory / MIB / 2), 256, 16_384))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
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
