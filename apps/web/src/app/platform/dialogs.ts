/* For `import('…/platform/dialogs')`: what opens dialogs is fetched when the first one opens. */
export { Dialogs } from '@signpost/ui/overlay';
