export { OBJECT_KEY, ObjectStorage, type StoredObject } from './object-storage.js';
export { StorageModule } from './storage.module.js';
