import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Ok } from '@signpost/contracts';
import { map, type Observable } from 'rxjs';

/** The answer of an action without a result of its own, whose handler returns nothing. */
@Injectable()
export class OkInterceptor implements NestInterceptor<unknown, Ok> {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<Ok> {
    return next.handle().pipe(map(() => ({ ok: true })));
  }
}
