import { LIMITS, type ImportInput } from '@signpost/contracts';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { AsGiven, Text, withRule } from '../../platform/validation/index.js';

export class ImportDto implements ImportInput {
  @Text({ max: 100 }) importId: string;
  @Text({ max: 100 }) fileHash: string;

  // Up to a thousand rows with a cell per column: their structure is validated without decorators, in import-shape.ts.
  @ArrayMaxSize(LIMITS.importRows, withRule('too_many', { max: LIMITS.importRows, what: 'rows' }))
  @ArrayMinSize(1, withRule('too_few', { min: 1, what: 'rows' }))
  @IsArray(withRule('not_list'))
  @AsGiven()
  rows: ImportInput['rows'];
}
