export { IdempotencyModule } from './idempotency.module.js';
export { answerOnce, Idempotency, type OnceAnswer } from './idempotency.service.js';
export { MaybeRepeated, repeatableOf, type Repeatable } from './repeatable.js';
