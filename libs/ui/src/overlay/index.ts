export { Confirm, type Confirmation } from './confirm';
export { DialogFrame, Dialogs, type GuardsClosing } from './dialog';
export { Popover } from './popover';
export { unsavedGuard, unsavedPageGuard } from './unsaved-guard';
