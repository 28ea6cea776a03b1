export { type Toast, Toasts, UNDO_MS } from './toasts';
