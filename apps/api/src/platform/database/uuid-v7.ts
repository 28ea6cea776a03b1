/**
 * SQL of a fresh UUIDv7, for entries that one statement writes for many links. PostgreSQL has it built in only from
 * version 18 on: 48 bits of Unix milliseconds over a random UUID, and the version in its place.
 */
export const UUID_V7 = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
  'hex')::uuid`;
