import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { problem } from '@signpost/contracts';
import { isRecord } from '@signpost/domain';
import { fail, failField } from '../errors/index.js';

/**
 * Rejects a body sent to a route that takes none with 422 listing its keys, so that nothing is ignored silently. Runs after the
 * access guard, so that a caller without access gets that error first.
 */
@Injectable()
export class RejectUnexpectedBody implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const body: unknown = context.switchToHttp().getRequest<Request>().body;
    if (body !== undefined && !takesBody(context)) {
      if (!isRecord(body)) failField('', 'body_not_object');
      const unknown = Object.keys(body).slice(0, 200);
      const errors = unknown.map((field) => problem(field, 'unknown_field'));
      if (errors.length > 0) fail('validation_failed', { errors });
    }
    return next.handle();
  }
}

function takesBody(context: ExecutionContext): boolean {
  const taken: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name);
  return Object.keys(taken ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
