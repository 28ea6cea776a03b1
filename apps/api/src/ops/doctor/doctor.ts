import { reasonOf } from '../../platform/errors/reason.js';
import { readVersion } from '../../platform/version.js';
import type { Site } from '../ops-context.js';
import {
  NO_BACKUPS,
  checkBackup,
  checkDatabase,
  checkJobs,
  checkPartitions,
  checkSchema,
  checkSettings,
  checkTime,
} from './database.checks.js';
import { withDatabase, failed, ok, type Finding, type Look, type Verdict } from './finding.js';
import { checkProviders } from './providers.check.js';
import { checkPublicAddress } from './public-address.check.js';
import {
  checkDataFolder,
  checkLogos,
  checkMail,
  checkRedis,
  checkSecrets,
  checkStorage,
} from './surroundings.checks.js';

/**
 * Checks everything that an installation depends on, even if its database is unavailable. It creates nothing except a
 * test file in the upload storage, which it removes.
 */
export async function examine(site: Site): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, look] of Object.entries(CHECKS)) {
    let verdict: Verdict;
    try {
      verdict = await look(site);
    } catch (error) {
      verdict = failed(reasonOf(error), 'Fix this and run doctor again.');
    }
    findings.push({ check, ...verdict });
  }
  return findings;
}

const CHECKS: Readonly<Record<string, Look>> = {
  version: () =>
    Number(process.versions.node.split('.')[0]) >= 24
      ? ok(`Signpost ${readVersion()} on Node ${process.versions.node}`)
      : failed(`Node ${process.versions.node} is too old`, 'Run Signpost through npm start, or with Node 24.'),
  'data folder': ({ config }) => checkDataFolder(config),
  secrets: ({ config }) => checkSecrets(config),
  database: withDatabase(checkDatabase),
  settings: withDatabase(checkSettings),
  time: withDatabase(checkTime),
  schema: withDatabase(checkSchema),
  partitions: withDatabase(checkPartitions),
  jobs: withDatabase(checkJobs),
  backup: (site) => (site.config.backup === null ? NO_BACKUPS : withDatabase(checkBackup)(site)),
  mail: ({ config }) => checkMail(config),
  'sign-in': ({ config }) => checkProviders(config),
  storage: checkStorage,
  logos: checkLogos,
  redis: ({ config }) => checkRedis(config),
  'public address': checkPublicAddress,
};
