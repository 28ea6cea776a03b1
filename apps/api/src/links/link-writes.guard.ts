import { LimitedPerMember } from '../platform/limits/index.js';

/** The route changes links, tags or campaigns: it counts against the limit of link writes per user. */
export const CountsAsLinkWrite = (): MethodDecorator => LimitedPerMember('LINK_WRITES');
