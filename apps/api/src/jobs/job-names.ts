import { JOB_NAMES, type JobName } from '@signpost/contracts';
import type { Config } from '../platform/config/index.js';

/** The jobs that an instance has; some are there only where what they work on is configured. */
export function jobNamesOf(config: Config): readonly JobName[] {
  const needed: Partial<Record<JobName, boolean>> = {
    demo_cleanup: config.demoEnabled,
    backup: config.backup !== null,
    restore_drill: config.backup !== null,
    redirect_map: config.redirectMapDir !== null,
    destination_watch: config.destinationWatch,
  };
  return JOB_NAMES.filter((name) => needed[name] ?? true);
}
