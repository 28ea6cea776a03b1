/**
 * What `work` comes to, or null after `ms` milliseconds: what comes of it later, a failure too, concerns nobody. The waiting
 * keeps no process from ending.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null).unref();
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
