/* For `import('…/platform/dialogs')`: the dialog code is loaded when the first dialog opens. */
export { Dialogs } from '@signpost/ui/overlay';
