import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Config } from '../platform/config/index.js';
import { fail } from '../platform/errors/index.js';
import { OBJECT_KEY, OBJECT_TYPE, ObjectStorage } from '../platform/storage/index.js';

/** Serves stored files. Names are never reused, so responses can be cached indefinitely. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly config: Config,
  ) {}

  /** @throws ApiError `not_found` for every path that is not a stored object. */
  async serve(path: string, response: Response): Promise<void> {
    if (!path.endsWith('.png') || !OBJECT_KEY.test(path)) fail('not_found');
    if (this.config.s3 !== null) {
      response.redirect(302, `${this.config.s3.publicUrl}/${path}`);
      return;
    }
    const bytes = (await this.storage.read(path)) ?? fail('not_found');
    response.set({
      'Content-Type': OBJECT_TYPE,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // Images are also embedded by short domains and pages of other workspaces.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.send(bytes);
  }
}
