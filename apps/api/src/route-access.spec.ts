/// <reference types="vite/types/importMeta.d.ts" />
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ROUTES, type Access } from '@signpost/contracts';
import { describe, expect, test } from 'vitest';
import { ACCESS } from './platform/access/index.js';

type ControllerClass = new (...services: never[]) => object;

/** Every controller of the API, found by its file name, so that none can be forgotten. */
const modules = import.meta.glob<Record<string, unknown>>('./**/*.controller.ts', { eager: true });

interface DeclaredRoute {
  readonly route: string;
  readonly access: Access | undefined;
}

const declared = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value): value is ControllerClass => typeof value === 'function' && Reflect.hasMetadata(PATH_METADATA, value))
  .flatMap(routesOf);

describe('the route table', () => {
  test('every route declares who may call it, and as the contract says', () => {
    const contract = new Map(ROUTES.map(({ method, path, access }) => [`${method} ${path}`, access]));
    // A HEAD of its own is its GET without the body.
    const differing = declared.filter(
      ({ route, access }) => access === undefined || contract.get(route.replace(/^HEAD /, 'GET ')) !== access,
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
      })),
    );
  });
}

function paths(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((path) => String(path ?? '').replace(/^\/+|\/+$/g, ''));
}
