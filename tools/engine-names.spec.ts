import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
