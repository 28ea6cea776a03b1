export { ToastOutlet } from './toast-outlet';
export { type Toast, Toasts, UNDO_MS } from './toasts';
