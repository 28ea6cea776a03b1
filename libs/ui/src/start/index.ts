// What the application needs before any screen: a form exported here would be in every first load.
export { HeldLocation } from '../overlay/held-location';
export { OpenDialogs } from '../overlay/open-dialogs';
