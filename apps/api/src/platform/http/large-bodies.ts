import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { limitsOf, RateLimits } from '../limits/index.js';
import { keepRoomUntil } from './body-room.js';
import { isUnread, readJson } from './body.js';

/**
 * Reads bodies that are too large to be read from any caller. It runs after the guards, which know the caller and count the limits
 * of members. On a route without a member, each such body first counts towards the route's limit for its client.
 */
@Injectable()
export class LargeBodies implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await this.receive(context);
    return keepRoomUntil(context.switchToHttp().getRequest<Request>(), next.handle());
  }

  /** Reads the body for a guard that needs it. Does nothing if it was already read. @throws ApiError */
  async receive(context: ExecutionContext): Promise<void> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (!isUnread(request)) return;
    const { member, client, host } = request.context;
    if (member === null) {
      for (const name of limitsOf(context.getHandler())) await this.limits.consume(name, client, { host });
    }
    await readJson(request, http.getResponse<Response>());
  }
}
