import { LIMITS, type MessageInput, type QuarantineHostInput, type QuarantineInput } from '@signpost/contracts';
import { applyDecorators } from '@nestjs/common';
import { parseHost } from '@signpost/domain';
import { changeText, OptionalText, rule, Text } from '../platform/validation/index.js';

/** Maximum length of a host name. */
const HOST_LENGTH = 255;

/** A host in the stored form of destinations. */
const Host = () =>
  applyDecorators(
    changeText((text) => parseHost(text) ?? text),
    rule('host', (value) => typeof value === 'string' && parseHost(value) !== null, 'host_wanted'),
  );

export class OperatorLinksDto {
  @Host()
  @OptionalText({ max: HOST_LENGTH })
  host?: string;
}

export class QuarantineDto implements QuarantineInput {
  @Text({ max: LIMITS.reportReasonLength, lines: true }) reason: string;
}

export class QuarantineHostDto extends QuarantineDto implements QuarantineHostInput {
  @Host()
  @Text({ max: HOST_LENGTH })
  host: string;
}

export class MessageDto implements MessageInput {
  @Text({ max: LIMITS.messageLength, lines: true }) message: string;
}
