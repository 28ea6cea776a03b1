/// <reference types="vite/types/importMeta.d.ts" />
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ROUTES, type Access } from '@signpost/contracts';
import { describe, expect, test } from 'vitest';
import { ACCESS } from './platform/access/index.js';
import { filterNames } from './platform/validation/index.js';

type ControllerClass = new (...services: never[]) => object;

/** All controllers of the API, found by file name, so that none can be forgotten. */
const modules = import.meta.glob<Record<string, unknown>>('./**/*.controller.ts', { eager: true });

interface DeclaredRoute {
  readonly route: string;
  readonly access: Access | undefined;
  readonly takesRawQuery: boolean;
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

  test('every query is read by a DTO', () => {
    expect(declared.filter((route) => route.takesRawQuery)).toEqual([]);
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
        takesRawQuery: takesRawQuery(controller, name),
      })),
    );
  });
}

/** Whether a handler takes its query without a class whose rules validate and document it. */
function takesRawQuery(controller: ControllerClass, name: string): boolean {
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as Type[];
  const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name);
  return Object.entries((parameters ?? {}) as Record<string, { index: number }>)
    .filter(([key]) => key.startsWith(`${RouteParamtypes.QUERY}:`))
    .some(([, { index }]) => filterNames(types[index] ?? Object).length === 0);
}

function paths(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((path) => String(path ?? '').replace(/^\/+|\/+$/g, ''));
}
