export { Blocklists } from './blocklists.service.js';
export { DestinationPolicy } from './destination-policy.js';
export { DestinationPolicyModule } from './destination-policy.module.js';
export { hostOf } from './host-of.js';
