export { FileStorage } from './file-storage.js';
export { OBJECT_KEY, OBJECT_TYPE, ObjectStorage, storageUnavailable } from './object-storage.js';
export { openS3, S3Storage } from './s3-storage.js';
export { StorageModule } from './storage.module.js';
export { uploadUrl } from './upload-url.js';
