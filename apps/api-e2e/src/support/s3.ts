/** The application's settings for a bucket of the S3-compatible server on this port. */
export function s3Env(port: number): Readonly<Record<string, string>> {
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: 'signpost',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_PUBLIC_URL: `${endpoint}/signpost/`,
  };
}
