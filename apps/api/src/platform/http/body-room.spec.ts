import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { of, Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { BodyRoom, keepRoomUntil, takeRoom, takeRoomForValues } from './body-room.js';

const aRequest = (client = 'a'): Request => ({ context: { client } }) as unknown as Request;
const aResponse = (): Response => new EventEmitter() as Response;
const BUSY = expect.objectContaining({ code: 'busy' }) as Error;

/** How many bodies of `bytes` the client may have at once. */
function fitting(room: BodyRoom, client: string, bytes: number): number {
  for (let count = 0; ; count += 1) {
    try {
      room.take(client, bytes);
    } catch {
      return count;
    }
  }
}

test('the sum of the bodies is limited; the fuller the room, the smaller the bodies that it takes', () => {
  const room = new BodyRoom(1_000, 1_000);
  expect(fitting(room, 'a', 100)).toBe(7);
  expect(fitting(room, 'a', 10)).toBeGreaterThan(20);
  expect(fitting(room, 'b', 1)).toBeGreaterThan(10);
  expect(() => room.take('a', 1)).toThrow(BUSY);
});

test('one client cannot take all of it', () => {
  const room = new BodyRoom(1_000, 200);
  expect(fitting(room, 'a', 10)).toBe(17);
  expect(fitting(room, 'b', 10)).toBe(17);
});

test('what a body took is free again when its request is answered or broken off', () => {
  const room = new BodyRoom(400, 400);
  const response = aResponse();
  takeRoom(room, aRequest(), response, 100);
  expect(() => room.take('b', 100)).toThrow(BUSY);
  response.emit('close');
  room.take('b', 100);
});

test('parsed values count, too', () => {
  const room = new BodyRoom(10_000, 10_000);
  const request = aRequest();
  const response = aResponse();
  takeRoom(room, request, response, 100);
  expect(() => takeRoomForValues(request, 1_000)).toThrow(BUSY);
  takeRoomForValues(request, 30);
  expect(() => room.take('b', 2_400)).toThrow(BUSY);
  response.emit('close');
  room.take('b', 2_400);
});

test('work whose client has left keeps its room until it ends', () => {
  const room = new BodyRoom(400, 400);
  const [request, response, work] = [aRequest(), aResponse(), new Subject<string>()];
  takeRoom(room, request, response, 100);
  keepRoomUntil(request, work).subscribe();
  response.emit('close');
  expect(() => room.take('b', 100)).toThrow(BUSY);
  work.complete();
  room.take('b', 100);
});

test('an answer that is on its way keeps the room of its request', () => {
  const room = new BodyRoom(400, 400);
  const request = aRequest();
  takeRoom(room, request, aResponse(), 100);
  keepRoomUntil(request, of('answer')).subscribe();
  expect(() => room.take('b', 100)).toThrow(BUSY);
});

test('a request without a body needs no room', () => {
  const seen: string[] = [];
  keepRoomUntil(aRequest(), of('answer')).subscribe((value) => seen.push(value));
  expect(seen).toEqual(['answer']);
});
