import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { limitsOf, RateLimits } from '../limits/index.js';
import { isUnread, readJson } from './body.js';

/**
 * Reads bodies that are too large to be read for everybody: behind the guards, which know the caller and count members'
 * limits. On a route without a member each one counts towards the route's own limit of its client before it is read.
 */
@Injectable()
export class LargeBodies implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    await this.receive(context);
    return next.handle();
  }

  /** For a guard that needs the body itself. Does nothing when it has been read. @throws ApiError */
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
