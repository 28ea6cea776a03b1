import { LIMITS } from '@signpost/contracts';
import { parseQrColor } from '@signpost/domain';
import { applyDecorators } from '@nestjs/common';
import { ValidateBy } from 'class-validator';
import { Digits, Optional } from '../../platform/validation/index.js';
import { OneOf } from '../list/query-fields.js';

/** Six hex digits, with or without `#`. */
const Color = () =>
  applyDecorators(
    Optional(),
    ValidateBy({
      name: 'color',
      validator: {
        validate: (value: unknown) => typeof value === 'string' && parseQrColor(value) !== null,
        defaultMessage: () => 'Use six hex digits, such as 1a2b3c.',
      },
    }),
  );

export class QrDto {
  @OneOf(['svg', 'png']) format?: 'svg' | 'png';
  @Digits(LIMITS.qrSizeMin, LIMITS.qrSizeMax) size?: number;
  @Color() foreground?: string;
  @Color() background?: string;
  @OneOf(['1', '0', 'true', 'false']) logo?: '1' | '0' | 'true' | 'false';
}
