import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { fail } from '../errors/index.js';

/**
 * Refuses what is sent to a route that takes no body, with 422 naming the keys: nothing is dropped in silence, as where a
 * route knows some keys and not others. After the access guard, so that who may not call it hears that first.
 */
@Injectable()
export class UnaskedBody implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const keys = keysOf(context.switchToHttp().getRequest<Request>().body);
    if (keys.length > 0 && !takesBody(context)) {
      const errors = keys.slice(0, 200).map((field) => ({ field, message: 'This field is not known here.' }));
      fail('validation_failed', { errors });
    }
    return next.handle();
  }
}

function keysOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null ? Object.keys(body) : [];
}

function takesBody(context: ExecutionContext): boolean {
  const taken: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name);
  return Object.keys(taken ?? {}).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
}
