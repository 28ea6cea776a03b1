import { Injectable } from '@nestjs/common';
import { matchesHost } from '@signpost/domain';
import { Config } from '../platform/config/index.js';
import { Blocklists } from './blocklists.service.js';

/** Why a destination is refused by those who run the instance or own the workspace. */
export type PolicyRefusal = 'destination_blocked' | 'destination_not_allowed';

/** Where links may lead, beside the rules that hold for every destination (decisions 4). */
@Injectable()
export class DestinationPolicy {
  constructor(
    private readonly config: Config,
    private readonly blocklists: Blocklists,
  ) {}

  /**
   * Why a destination is refused; null when it is not.
   * @param url in its stored form.
   * @param allowedHosts patterns of the workspace; none: any host.
   */
  refusalOf(url: string, allowedHosts: readonly string[]): PolicyRefusal | null {
    const host = hostOf(url);
    if (this.blocklists.find(host) !== null) return 'destination_blocked';
    const lists = [this.config.destinationHosts, allowedHosts];
    const isAllowed = lists.every((patterns) => patterns.length === 0 || matchesHost(host, patterns));
    return isAllowed ? null : 'destination_not_allowed';
  }

  /** The line of the blocked hosts that a destination is covered by; null when none does. */
  blockedBy(url: string): string | null {
    return this.blocklists.find(hostOf(url));
  }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '');
