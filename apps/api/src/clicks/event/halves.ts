/** Where in the memory of a 64-bit number its two halves are, each 0 or 1: that depends on the machine. */
export const LOW = new Int32Array(new BigInt64Array([1n]).buffer)[0] === 1 ? 0 : 1;
export const HIGH = 1 - LOW;
