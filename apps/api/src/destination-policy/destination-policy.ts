import { Injectable } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import { matchesHost } from '@signpost/domain';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { Blocklists } from './blocklists.service.js';
import { hostOf } from './host-of.js';

/** Why a destination is refused by those who run the instance or own the workspace. */
export type PolicyRefusal = 'destination_blocked' | 'destination_not_allowed';

/** A destination as a person entered it: the field that names it in an error, and where it leads. */
export interface GivenDestination {
  readonly field: string;
  readonly url: string;
}

/** What refuses a destination, and each field that it refuses. */
export interface RefusedDestinations {
  readonly code: PolicyRefusal;
  readonly errors: readonly FieldError[];
}

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

  /** What the policy says of the destinations of an input; null when nothing is wrong with them. */
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

  /** The line of the blocked hosts that a destination is covered by; null when none does. */
  blockedBy(url: string): string | null {
    return this.blocklists.find(hostOf(url));
  }
}

const RULE_OF = { destination_blocked: 'host_blocked', destination_not_allowed: 'host_not_allowed' } as const;
