/// <reference types="vite/types/importMeta.d.ts" />
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ROUTES, type Access } from '@signpost/contracts';
import { getMetadataStorage } from 'class-validator';
import { describe, expect, test } from 'vitest';
import { ACCESS } from './platform/access/index.js';
import { HANDLERS } from './platform/openapi/contract.decorator.js';
import { queryKeysOf } from './platform/openapi/query-keys.js';

type ControllerClass = new (...services: never[]) => object;

/** All controllers of the API, found by file name, so that none can be forgotten. */
const modules = import.meta.glob<Record<string, unknown>>('./**/*.controller.ts', { eager: true });

interface DeclaredRoute {
  readonly route: string;
  readonly access: Access | undefined;
  /** Query keys that are validated. */
  readonly checked: readonly string[];
  /** Query keys that are documented. */
  readonly described: readonly string[];
}

const declared = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value): value is ControllerClass => typeof value === 'function' && Reflect.hasMetadata(PATH_METADATA, value))
  .flatMap(routesOf);

describe('the route table', () => {
  test('every route declares its access, equal to that of the contract', () => {
    const contract = new Map(ROUTES.map(({ method, path, access }) => [`${method} ${path}`, access]));
    // A separate HEAD handler has the access of its GET.
    const differing = declared.filter(
      ({ route, access }) => access === undefined || contract.get(route.replace(/^HEAD /, 'GET ')) !== access,
    );
    expect(differing).toEqual([]);
  });

  test('every validated query key is documented', () => {
    expect(declared.flatMap(({ checked }) => checked).length).toBeGreaterThan(20);
    // A separate HEAD handler is documented with its GET.
    const differing = declared.filter(
      ({ route, checked, described }) => !route.startsWith('HEAD ') && checked.some((key) => !described.includes(key)),
    );
    expect(differing).toEqual([]);
  });

  test('no route is declared twice', () => {
    const routes = declared.map(({ route }) => route);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });
});

function routesOf(controller: ControllerClass): DeclaredRoute[] {
  const base = paths(Reflect.getMetadata(PATH_METADATA, controller));
  return Object.getOwnPropertyNames(controller.prototype).flatMap((name) => {
    const handler: unknown = (controller.prototype as Record<string, unknown>)[name];
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) return [];
    const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
    const access = Reflect.getMetadata(ACCESS, handler) as Access | undefined;
    return base.flatMap((prefix) =>
      paths(Reflect.getMetadata(PATH_METADATA, handler)).map((path) => ({
        route: `${method} /${[prefix, path].filter((part) => part !== '').join('/')}`,
        access,
        checked: checkedQueryOf(controller, name),
        described: describedQueryOf(controller, name),
      })),
    );
  });
}

function checkedQueryOf(controller: ControllerClass, name: string): string[] {
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, name) ?? []) as ControllerClass[];
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { index: number }
  >;
  return Object.entries(parameters).flatMap(([key, { index }]) => {
    const type = types[index];
    if (!key.startsWith(`${RouteParamtypes.QUERY}:`) || type === undefined) return [];
    const checked = getMetadataStorage().getTargetValidationMetadatas(type, '', true, false);
    return [...new Set(checked.map(({ propertyName }) => propertyName))];
  });
}

function describedQueryOf(controller: ControllerClass, name: string): string[] {
  const query = HANDLERS.get(`${controller.name}.${name}`)?.shape.query ?? {};
  return queryKeysOf(query).map((key) => key.name);
}

function paths(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((path) => String(path ?? '').replace(/^\/+|\/+$/g, ''));
}
