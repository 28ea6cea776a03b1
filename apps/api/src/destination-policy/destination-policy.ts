import { Injectable } from '@nestjs/common';
import { problem, type FieldError } from '@signpost/contracts';
import { matchesHost } from '@signpost/domain';
import type { CurrentWorkspace } from '../platform/access/index.js';
import { Config } from '../platform/config/index.js';
import { fail, type ErrorDetails } from '../platform/errors/index.js';
import { Blocklists } from './blocklists.service.js';
import { hostOf } from './host-of.js';

/** Refusal by the operator of the instance or by the workspace. */
export type PolicyRefusal = 'destination_blocked' | 'destination_not_allowed';

/** A destination to check: the field to name in an error, and the URL. */
export interface GivenDestination {
  readonly field: string;
  readonly url: string;
}

/** The workspace's part of the policy. */
type PolicyWorkspace = Pick<CurrentWorkspace, 'allowedHosts'>;

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

  /**
   * Requires that every destination of an input is permitted.
   * @param details further fields of the error body.
   * @throws ApiError with the reason of the first refused destination and a problem for each refused field.
   */
  requirePermitted(
    workspace: PolicyWorkspace,
    destinations: readonly GivenDestination[],
    details?: ErrorDetails,
  ): void {
    const [first] = this.refused(workspace, destinations);
    if (first !== undefined) fail(first.code, { ...details, errors: this.problems(workspace, destinations) });
  }

  /** A problem for each refused destination of an input. */
  problems(workspace: PolicyWorkspace, destinations: readonly GivenDestination[]): FieldError[] {
    return this.refused(workspace, destinations).map(({ field, code }) => problem(field, RULE_OF[code]));
  }

  private refused(
    { allowedHosts }: PolicyWorkspace,
    destinations: readonly GivenDestination[],
  ): { readonly field: string; readonly code: PolicyRefusal }[] {
    return destinations.flatMap(({ field, url }) => {
      const code = this.refusalOf(url, allowedHosts);
      return code === null ? [] : [{ field, code }];
    });
  }

  /** The blocklist entry that covers a destination; null when none does. */
  blockedBy(url: string): string | null {
    return this.blocklists.find(hostOf(url));
  }
}

const RULE_OF = { destination_blocked: 'host_blocked', destination_not_allowed: 'host_not_allowed' } as const;
