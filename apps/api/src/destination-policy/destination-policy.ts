import { Injectable } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import { matchesHost } from '@signpost/domain';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { Blocklists } from './blocklists.service.js';
import { hostOf } from './host-of.js';

/** Refusal by the operator of the instance or by the workspace. */
export type PolicyRefusal = 'destination_blocked' | 'destination_not_allowed';

/** A destination to check: the field to name in an error, and the URL. */
export interface GivenDestination {
  readonly field: string;
  readonly url: string;
}

/** Reason of a refusal, and an error for each refused field. */
export interface RefusedDestinations {
  readonly code: PolicyRefusal;
  readonly errors: readonly FieldError[];
}

/** Permitted destinations, in addition to the rules for every destination (decisions 4). */
@Injectable()
export class DestinationPolicy {
  constructor(
    private readonly config: Config,
    private readonly blocklists: Blocklists,
  ) {}

  /**
   * Why a destination is refused; null when it is permitted.
   * @param url in its stored form.
   * @param allowedHosts patterns of the workspace; empty: any host.
   */
  refusalOf(url: string, allowedHosts: readonly string[]): PolicyRefusal | null {
    const host = hostOf(url);
    if (this.blocklists.find(host) !== null) return 'destination_blocked';
    const lists = [this.config.destinationHosts, allowedHosts];
    const isAllowed = lists.every((patterns) => patterns.length === 0 || matchesHost(host, patterns));
    return isAllowed ? null : 'destination_not_allowed';
  }

  /** Checks the destinations of an input; null when all are permitted. */
  check(
    { allowedHosts }: Pick<CurrentWorkspace, 'allowedHosts'>,
    destinations: readonly GivenDestination[],
  ): RefusedDestinations | null {
    const refused = destinations.flatMap(({ field, url }) => {
      const code = this.refusalOf(url, allowedHosts);
      return code === null ? [] : [{ code, error: problem(field, RULE_OF[code]) }];
    });
    const [first] = refused;
    return first === undefined ? null : { code: first.code, errors: refused.map(({ error }) => error) };
  }

  /** The blocklist entry that covers a destination; null when none does. */
  blockedBy(url: string): string | null {
    return this.blocklists.find(hostOf(url));
  }
}

const RULE_OF = { destination_blocked: 'host_blocked', destination_not_allowed: 'host_not_allowed' } as const;
