import { Module } from '@nestjs/common';
import { Blocklists } from './blocklists.service.js';
import { DestinationPolicy } from './destination-policy.js';

/**
 * Policy for permitted destinations. Separate from the destinations module to avoid a circular dependency: that module
 * depends on workspaces, which also use this policy.
 */
@Module({
  providers: [Blocklists, DestinationPolicy],
  exports: [Blocklists, DestinationPolicy],
})
export class DestinationPolicyModule {}
