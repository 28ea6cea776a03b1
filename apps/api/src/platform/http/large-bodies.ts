import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { limitsOf, RateLimits } from '../limits/index.js';
import { WorkQueue } from '../work/index.js';
import { keepRoomUntil } from './body-room.js';
import { isUnread, parseBody, receiveBytes } from './body.js';

/**
 * Large bodies that are parsed and handled at once. One of 4 MB with the rows of an import takes this thread up to a tenth of a
 * second several times: all that arrive together would take it in turn, and redirects would wait for seconds.
 */
const turns = new WorkQueue(2);
/**
 * Of them one is parsed at a time, and the next one after a rest: however many are sent, redirects wait for one at most, and
 * seldom.
 */
const parsing = new WorkQueue(1, 16);

/**
 * Reads bodies that are too large to be read from any caller. It runs after the guards, which know the caller and count the limits
 * of members. On a route without a member, each such body first counts towards the route's limit for its client.
 */
@Injectable()
export class LargeBodies implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!isUnread(request)) return keepRoomUntil(request, next.handle());
    await this.countAnyone(context);
    await receiveBytes(request, http.getResponse<Response>());
    const handled = turns.run(async (): Promise<unknown> => {
      await parsing.run(() => parseBody(request));
      await nextTurn();
      return lastValueFrom(next.handle());
    });
    return keepRoomUntil(request, from(handled));
  }

  /** Reads the body for a guard that needs it. Does nothing if it was already read. @throws ApiError */
  async receive(context: ExecutionContext): Promise<void> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!isUnread(request)) return;
    await this.countAnyone(context);
    await receiveBytes(request, http.getResponse<Response>());
    await parsing.run(() => parseBody(request));
  }

  private async countAnyone(context: ExecutionContext): Promise<void> {
    const { member, client, host } = context.switchToHttp().getRequest<Request>().context;
    if (member !== null) return;
    for (const name of limitsOf(context.getHandler())) await this.limits.consume(name, client, { host });
  }
}
