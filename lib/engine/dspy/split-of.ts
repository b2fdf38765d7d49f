import { fnv1a } from '@/lib/engine/stats/fnv1a'
import { seededRng } from '@/lib/engine/stats/seeded-rng'

export type Split = 'train' | 'val'

/**
 * The side a key falls on: always the same for one key and seed, and `val` for about `valShare` (0 to 1) of all keys. What
 * shares a key is never on both sides.
 */
export function splitOf(key: string, valShare: number, seed: number): Split {
  return seededRng(fnv1a(key) ^ Math.imul(seed, 0x9e3779b1))() < valShare ? 'val' : 'train'
}
