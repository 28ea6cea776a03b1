import type { DemoInput } from '@signpost/contracts';
import { NullableText } from '../platform/validation/index.js';

export class DemoDto implements DemoInput {
  @NullableText({ max: 4096 }) turnstileToken?: string | null;
}
