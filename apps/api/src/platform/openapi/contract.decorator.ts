import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiQuery, ApiResponse } from '@nestjs/swagger';

/** What a route takes and answers, by the names of the types in `libs/contracts`. */
export interface RouteShape {
  /** Type of the JSON body it takes. */
  body?: string;
  /** Type of the JSON it answers, or the media type of another kind of answer. */
  reply: string;
  /** Success status; 200 when left out. */
  status?: 200 | 201;
  /** Further status with the same body; health answers its own with 503. */
  alsoStatus?: 200 | 201 | 503;
  /** Query keys it reads. */
  query?: readonly string[];
  /** Takes a multipart form with one `file`. */
  file?: boolean;
}

/** Path of a schema that the OpenAPI document takes over from `libs/contracts`. */
export const schemaRef = (type: string) => `#/components/schemas/${type}`;

/**
 * Documents a route by its contract types and sets its success status.
 * The schemas themselves are generated from `libs/contracts`: one source for client, server and document.
 */
export function Contract(shape: RouteShape): MethodDecorator {
  const status = shape.status ?? 200;
  const isMediaType = shape.reply.includes('/');
  const content = isMediaType
    ? { content: { [shape.reply]: { schema: { type: 'string' as const } } } }
    : { schema: { $ref: schemaRef(shape.reply) } };
  const statuses = [status, ...(shape.alsoStatus === undefined ? [] : [shape.alsoStatus])];
  return applyDecorators(
    HttpCode(status),
    ...statuses.map((code) => {
      const description = code < 400 ? 'Success.' : 'Not well.';
      return ApiResponse({ status: code, description, ...content });
    }),
    ApiResponse({ status: 'default', description: 'Refusal.', schema: { $ref: schemaRef('ErrorBody') } }),
    ...(shape.body === undefined ? [] : [ApiBody({ schema: { $ref: schemaRef(shape.body) } })]),
    ...(shape.query ?? []).map((name) => ApiQuery({ name, required: false, type: String })),
    ...(shape.file === true
      ? [
          ApiConsumes('multipart/form-data'),
          ApiBody({
            schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
          }),
        ]
      : []),
  );
}
