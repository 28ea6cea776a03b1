import { Module } from '@nestjs/common';
import { Blocklists } from './blocklists.service.js';
import { DestinationPolicy } from './destination-policy.js';

/** Where links and workspaces may lead. Apart from the destinations themselves, since workspaces, which those know, ask it too. */
@Module({
  providers: [Blocklists, DestinationPolicy],
  exports: [Blocklists, DestinationPolicy],
})
export class DestinationPolicyModule {}
