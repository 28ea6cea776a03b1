/**
 * SQL expression for a new UUIDv7, for statements that insert rows for many links. PostgreSQL has a function for it only since
 * version 18. Writes 48 bits of Unix milliseconds and the version into a random UUID.
 */
export const UUID_V7 = `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1),
  'hex')::uuid`;
