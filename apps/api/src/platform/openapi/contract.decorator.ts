import { applyDecorators, HttpCode, UseInterceptors, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ApiBody, ApiConsumes, ApiResponse } from '@nestjs/swagger';
import { OkInterceptor } from '../http/index.js';
import type { ValueSchema } from './dto-rules.js';

/** Value of {@link RouteShape.reply} for a response without a body, but with a `Location`. */
export const REDIRECT = Symbol('redirect');

/** Request and response of a route, by the names of the types in `libs/contracts`. */
export interface RouteShape {
  /** Type of the JSON request body. */
  body?: string;
  /** DTO that validates the body, if the type of the handler's parameter does not show it. */
  dto?: Type;
  /** Type of the JSON response (`Ok` is made from a handler that returns nothing), media types of other responses, or a redirect with a 302. */
  reply: string | readonly string[] | typeof REDIRECT;
  /** Success status; 200 when left out. */
  status?: 200 | 201;
  /** Another status with the same body; health responds with its body for 503 too. */
  alsoStatus?: 200 | 201 | 503;
  /** Schemas of query parameters that the handler does not take by a DTO. */
  query?: Readonly<Record<string, ValueSchema>>;
  /** Description of the one `file` of a multipart form. */
  file?: string;
}

/** Path of a schema that the OpenAPI document includes from `libs/contracts`. */
const schemaRef = (type: string) => `#/components/schemas/${type}`;

/**
 * Documents a route by its contract types and sets its success status.
 * The schemas themselves are generated from `libs/contracts`: one source for client, server and document.
 */
export function Contract(shape: RouteShape): MethodDecorator {
  const status = shape.reply === REDIRECT ? 302 : (shape.status ?? 200);
  const content = contentOf(shape.reply);
  const statuses = [status, ...(shape.alsoStatus === undefined ? [] : [shape.alsoStatus])];
  return applyDecorators(
    noteHandler(shape),
    HttpCode(status),
    ...(shape.reply === 'Ok' ? [UseInterceptors(OkInterceptor)] : []),
    ...statuses.map((code) => {
      const description = code < 400 ? 'Success.' : 'Not well.';
      return ApiResponse({ status: code, description, ...content });
    }),
    ...(shape.body === undefined ? [] : [ApiBody({ schema: { $ref: schemaRef(shape.body) } })]),
    ...(shape.file === undefined
      ? []
      : [
          ApiConsumes('multipart/form-data'),
          ApiBody({
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', format: 'binary', description: shape.file } },
            },
          }),
        ]),
  );
}

/** Handlers by controller and method name, with their shapes; used to complete the document. */
export const HANDLERS = new Map<string, Handler>();

export interface Handler {
  readonly handler: object;
  readonly shape: RouteShape;
  /** The DTO of the body. */
  readonly dto: Type | undefined;
  /** The DTO of the query. */
  readonly queryDto: Type | undefined;
}

function noteHandler(shape: RouteShape): MethodDecorator {
  return (target, name, descriptor) => {
    HANDLERS.set(`${target.constructor.name}.${String(name)}`, {
      handler: descriptor.value as object,
      shape,
      dto: shape.dto ?? parameterType(target, name, RouteParamtypes.BODY),
      queryDto: parameterType(target, name, RouteParamtypes.QUERY),
    });
  };
}

/** The class of the handler's parameter for the body or the query. */
function parameterType(target: object, name: string | symbol, kind: RouteParamtypes): Type | undefined {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const at = Object.entries(parameters).find(([key]) => key.startsWith(`${kind}:`))?.[1].index;
  const types = (Reflect.getMetadata('design:paramtypes', target, name) ?? []) as Type[];
  const type = at === undefined ? undefined : types[at];
  return type === Object ? undefined : type;
}

function contentOf(reply: RouteShape['reply']) {
  if (reply === REDIRECT) return { headers: { Location: { schema: { type: 'string' as const } } } };
  if (typeof reply === 'string' && !reply.includes('/')) return { schema: { $ref: schemaRef(reply) } };
  const mediaTypes = typeof reply === 'string' ? [reply] : reply;
  const schemaOf = (type: string) =>
    type.startsWith('image/') ? { type: 'string', format: 'binary' } : { type: 'string' };
  return { content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: schemaOf(type) }])) };
}
