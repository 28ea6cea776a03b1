import { LIMITS, type BatchInput, type BatchItemInput } from '@signpost/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import {
  AsGiven,
  DocumentedSlug,
  DocumentedUrl,
  NullableId,
  NullableText,
  Parts,
  Text,
  withRule,
} from '../../platform/validation/index.js';

export class BatchItemDto implements BatchItemInput {
  @Text({ max: LIMITS.clientKeyLength }) clientKey: string;
  @Text({ max: LIMITS.utmLength }) utmSource: string;
  @NullableText({ max: LIMITS.utmLength }) utmMedium?: string | null;
  @NullableText({ max: LIMITS.utmLength }) utmContent?: string | null;
  @DocumentedSlug() @NullableText({ max: 200 }) slug?: string | null;
}

export class BatchDto implements BatchInput {
  @NullableId() campaignId?: string | null;
  @DocumentedUrl() @Text({ max: 10_000 }) destinationUrl: string;
  @NullableText({ max: LIMITS.titleLength }) title?: string | null;
  @NullableId() responsibleUserId?: string | null;

  // Rows are validated one by one in links-batch.service.ts, so that each gets its own errors; the rest of the body is
  // validated there too, because an invalid body must also report its bad rows.
  @ArrayMaxSize(LIMITS.batchItems, withRule('too_many', { max: LIMITS.batchItems, what: 'rows' }))
  @ArrayMinSize(1, withRule('too_few', { min: 1, what: 'rows' }))
  @IsArray(withRule('not_list'))
  @Parts(() => BatchItemDto)
  @AsGiven()
  items: BatchItemInput[];
}
