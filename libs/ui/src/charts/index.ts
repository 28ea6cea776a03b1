export { Progress } from './progress';
export { Stat } from './stat';
