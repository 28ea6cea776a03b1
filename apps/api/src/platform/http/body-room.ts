import type { Request, Response } from 'express';
import { finalize, type Observable } from 'rxjs';
import { fail } from '../errors/index.js';

const MB = 1_048_576;
/** Seconds after which a rejected caller may try again. */
const BUSY_SECONDS = 5;
/** Memory of one parsed value besides its text: an empty object takes 56 bytes, its place in a list 8. */
const VALUE_BYTES = 64;

/**
 * Memory for the bodies of requests in this process, from before each is read until its request is answered. The number of
 * connections is not limited, so without a limit of the sum, a few thousand bodies of which the last byte never arrives would
 * end the process in a container of 512 MB.
 */
export class BodyRoom {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  /**
   * @param bytes maximum for the bodies of all clients.
   * @param bytesOfClient the same for one client, so that it cannot keep all others from sending.
   */
  constructor(
    private readonly bytes: number,
    private readonly bytesOfClient: number,
  ) {}

  /**
   * A body may take a quarter of what is left: the fuller the room, the smaller the bodies that it still takes.
   * @throws ApiError `busy`
   */
  take(client: string, bytes: number): void {
    const byClient = this.heldBy.get(client) ?? 0;
    const left = Math.min(this.bytes - this.held, this.bytesOfClient - byClient);
    if (bytes > left / 4) fail('busy', { retryAfter: BUSY_SECONDS });
    this.held += bytes;
    this.heldBy.set(client, byClient + bytes);
  }

  giveBack(client: string, bytes: number): void {
    this.held -= bytes;
    const byClient = (this.heldBy.get(client) ?? 0) - bytes;
    if (byClient === 0) this.heldBy.delete(client);
    else this.heldBy.set(client, byClient);
  }
}

/** For bodies of senders that are not known, or not yet. */
export const roomOfAnybody = new BodyRoom(40 * MB, 16 * MB);
/** For files of members: as many of an import as may wait for their preview. */
export const roomOfFiles = new BodyRoom(72 * MB, 72 * MB);
/** For larger JSON of members. Its parts, its text and its values are in memory together. */
export const roomOfLargeJson = new BodyRoom(32 * MB, 32 * MB);

/** What the body of one request takes up. */
interface Place {
  readonly room: BodyRoom;
  bytes: number;
  /** Whether the response is still to be sent, or a handler still at work, though its client may have left. */
  isAwaited: boolean;
  isUsed: boolean;
}

const places = new WeakMap<Request, Place>();

/** Takes room for the body of a request, which is about to be read. @throws ApiError `busy` */
export function takeRoom(room: BodyRoom, request: Request, response: Response, bytes: number): void {
  room.take(request.context.client, bytes);
  const place = { room, bytes, isAwaited: true, isUsed: false };
  places.set(request, place);
  response.once('close', () => {
    place.isAwaited = false;
    leave(request, place);
  });
}

/** Takes room for the values of a body, which is about to be parsed. @throws ApiError `busy` */
export function takeRoomForValues(request: Request, count: number): void {
  const place = places.get(request);
  if (place === undefined) return;
  place.room.take(request.context.client, count * VALUE_BYTES);
  place.bytes += count * VALUE_BYTES;
}

/** Keeps the room of a request's body until `handled` ends, because work whose client has left holds its input, too. */
export function keepRoomUntil<T>(request: Request, handled: Observable<T>): Observable<T> {
  const place = places.get(request);
  if (place === undefined) return handled;
  place.isUsed = true;
  return handled.pipe(
    finalize(() => {
      place.isUsed = false;
      leave(request, place);
    }),
  );
}

function leave(request: Request, place: Place): void {
  if (place.isAwaited || place.isUsed) return;
  place.room.giveBack(request.context.client, place.bytes);
  place.bytes = 0;
}
