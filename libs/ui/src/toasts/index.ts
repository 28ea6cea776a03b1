export { ToastOutlet } from './toast-outlet';
export { type Toast, Toasts } from './toasts';
