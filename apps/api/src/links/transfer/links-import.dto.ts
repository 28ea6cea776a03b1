import { LIMITS, type ImportInput } from '@signpost/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { Text, says } from '../../platform/validation/index.js';

export class ImportDto implements ImportInput {
  @Text({ max: 100 }) importId: string;
  @Text({ max: 100 }) fileHash: string;

  // A thousand rows of seventeen cells: their shape is checked by hand, in links-import.service.ts.
  @ArrayMaxSize(LIMITS.importRows, says('too_many', { max: LIMITS.importRows, what: 'rows' }))
  @ArrayMinSize(1, says('too_few', { min: 1, what: 'rows' }))
  @IsArray(says('not_list'))
  rows: ImportInput['rows'];
}
