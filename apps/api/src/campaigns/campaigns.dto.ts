import { LIMITS, type CreateCampaignInput, type UpdateCampaignInput } from '@signpost/contracts';
import { NullableText, OptionalText, Text } from '../platform/validation/index.js';

export class CreateCampaignDto implements CreateCampaignInput {
  @Text({ max: LIMITS.campaignNameLength }) name: string;
  @Text({ max: LIMITS.utmLength }) utmCampaign: string;
  @NullableText({ max: LIMITS.utmLength }) utmMedium?: string | null;
}

export class UpdateCampaignDto implements UpdateCampaignInput {
  @OptionalText({ max: LIMITS.campaignNameLength }) name?: string;
  @OptionalText({ max: LIMITS.utmLength }) utmCampaign?: string;
  @NullableText({ max: LIMITS.utmLength }) utmMedium?: string | null;
}
