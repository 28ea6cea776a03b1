import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import {
  classifyVisitor,
  ownHostTest,
  parseCountry,
  referrerHost,
  rememberUserAgents,
  type ClickEvent,
  type Outcome,
  type RedirectLink,
  type UtmSnapshot,
  type VisitorFacts,
} from '@signpost/domain';
import type { Config } from '../../platform/config/index.js';
import { clientAddress } from '../../platform/http/index.js';
import type { Countries } from './countries.js';
import { pickHeaders } from './request-headers.js';
import type { VisitorSalts } from './visitor-salts.js';

/** Facts about the visitor of one request. Only derived categories and a hash are stored after the answer. */
export interface Visitor extends VisitorFacts {
  readonly address: string;
  readonly userAgent: string;
  readonly country: string | null;
  readonly referrerHost: string;
}

/** Facts about the visitor of a connection, looked up once for all its requests. */
interface Peer {
  readonly address: string;
  readonly country: string | null;
}

const NO_UTM: UtmSnapshot = Object.freeze({ source: null, medium: null, campaign: null, term: null, content: null });

/** Reads visitors from requests and creates the events of their requests. */
export class Visitors {
  private readonly peers = new WeakMap<Socket, Peer>();
  private readonly describe = rememberUserAgents();
  private readonly isOwnHost: (host: string) => boolean;
  private readonly countryHeader: string | null;

  constructor(
    private readonly config: Config,
    private readonly countries: Countries,
    private readonly salts: VisitorSalts,
  ) {
    this.isOwnHost = ownHostTest([config.publicUrl.host, config.shortUrl.host], config.mode === 'multi');
    // A visitor could send a false country, so the header counts only behind a trusted proxy.
    this.countryHeader = config.trustProxy > 0 ? config.countryHeader : null;
  }

  read(request: IncomingMessage): Visitor {
    const headers = pickHeaders(request, this.countryHeader);
    const facts = classifyVisitor(
      {
        method: request.method ?? 'GET',
        userAgent: headers.userAgent,
        purpose: headers.purpose,
      },
      this.describe,
    );
    const peer = this.config.trustProxy === 0 ? this.peerOf(request) : this.forwarded(request, headers.country);
    return {
      address: peer.address,
      userAgent: headers.userAgent ?? '',
      country: peer.country,
      referrerHost: referrerHost(headers.referrer, this.isOwnHost),
      device: facts.device,
      browser: facts.browser,
      os: facts.os,
      system: facts.system,
      botClass: facts.botClass,
    };
  }

  /** The client's address, as rate limits use it. */
  address(request: IncomingMessage): string {
    return this.config.trustProxy === 0 ? this.peerOf(request).address : clientAddress(request, this.config.trustProxy);
  }

  /** The event of a request. `counted`: the visit was already taken from the link's cap. */
  event(link: RedirectLink, visitor: Visitor, outcome: Outcome, counted: boolean, at: number): ClickEvent {
    return {
      at,
      workspaceId: link.workspaceId,
      linkId: link.id,
      campaignId: link.campaignId,
      utm: link.utm ?? NO_UTM,
      outcome,
      referrerHost: visitor.referrerHost,
      country: visitor.country,
      device: visitor.device,
      browser: visitor.browser,
      os: visitor.os,
      botClass: visitor.botClass,
      visitor: this.salts.visitor(at, link.workspaceId, visitor.address, visitor.userAgent),
      counted,
    };
  }

  private peerOf(request: IncomingMessage): Peer {
    let peer = this.peers.get(request.socket);
    if (peer === undefined) {
      const address = clientAddress(request, 0);
      peer = { address, country: this.countries.of(address) };
      this.peers.set(request.socket, peer);
    }
    return peer;
  }

  /** @param reported country that the proxy reports; undefined when absent, as for a request that bypassed the CDN. */
  private forwarded(request: IncomingMessage, reported: string | undefined): Peer {
    const address = clientAddress(request, this.config.trustProxy);
    return { address, country: reported === undefined ? this.countries.of(address) : parseCountry(reported) };
  }
}
