import { LIMITS, type MessageInput, type QuarantineHostInput, type QuarantineInput } from '@signpost/contracts';
import { OptionalText, Text } from '../platform/validation/index.js';

/** Longest name of a host. */
const HOST_LENGTH = 255;

export class OperatorLinksDto {
  @OptionalText({ max: HOST_LENGTH }) host?: string;
}

export class QuarantineDto implements QuarantineInput {
  @Text({ max: LIMITS.reportReasonLength, lines: true }) reason: string;
}

export class QuarantineHostDto extends QuarantineDto implements QuarantineHostInput {
  @Text({ max: HOST_LENGTH }) host: string;
}

export class MessageDto implements MessageInput {
  @Text({ max: LIMITS.messageLength, lines: true }) message: string;
}
