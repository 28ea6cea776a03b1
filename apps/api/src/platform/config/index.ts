export {
  BEARER_ADVISED,
  Config,
  type KeepRule,
  type CompanyProviderConfig,
  type OidcProviderConfig,
  type ProcessRole,
  type S3Config,
  type TracingConfig,
} from './config.js';
export { parseKeepRule } from './keep-rule.js';
export { isLoopback } from './loopback.js';
export { ConfigError, readConfig } from './read-config.js';
export { RATE_LIMITS, type RateLimitName } from './variables.js';
