import { Injectable, type PipeTransform } from '@nestjs/common';
import type { ErrorCode } from '@signpost/contracts';
import { UUID } from '@signpost/domain';
import { fail } from '../errors/index.js';

/** Ids in paths: a malformed one gets the same 404 as an unknown one. */
@Injectable()
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly code: ErrorCode) {}

  transform(value: string): string {
    return UUID.test(value) ? value.toLowerCase() : fail(this.code);
  }
}
