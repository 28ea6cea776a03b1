import { JOB_NAMES, type JobName } from '@signpost/contracts';
import type { Config } from '../platform/config/index.js';

/** Names of the instance's jobs; some only exist if their feature is configured. */
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
