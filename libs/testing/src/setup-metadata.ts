// Nest and class-transformer read decorator metadata at import time.
import 'reflect-metadata';
