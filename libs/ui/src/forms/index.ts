export { AddressBox } from './address-box';
export { ChipsInput } from './chips-input';
export { Combobox } from './combobox';
export { Field, Input, InputValidator } from './field';
export { FileDrop } from './file-drop';
export { type FieldErrors, FormModel } from './form-model';
export { Select } from './select';
